import { StoreError } from "./store-error.ts";

const help =
  "write `sqlite:` and the path of a file, such as `sqlite:data/countersign.db`, or `postgres://USER:PASSWORD@HOST:PORT/DATABASE`";

/** Where a store is. */
export type StoreAddress =
  /** `:memory:` is a path too. */
  | { readonly kind: "sqlite"; readonly path: string }
  /** May hold a password. */
  | { readonly kind: "postgres"; readonly url: string };

/**
 * Reads `sqlite:PATH`, `postgres://…` or `postgresql://…`.
 *
 * Throws a `StoreError` for every other address. It names the scheme only: the rest may hold a password.
 */
export function readStoreUrl(url: string): StoreAddress {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(url) ?? [];
  if (scheme === undefined || rest === undefined) {
    throw new StoreError("the address of the store has no scheme", help);
  }
  switch (scheme.toLowerCase()) {
    case "sqlite":
      return { kind: "sqlite", path: sqlitePath(rest) };
    case "postgres":
    case "postgresql":
      return { kind: "postgres", url: postgresUrl(url) };
  }
  throw new StoreError(`a store of the kind \`${scheme}:\` is not supported`, help);
}

function sqlitePath(path: string): string {
  if (path === "") throw new StoreError("the address of the store has no path", help);
  if (path.startsWith("//")) {
    throw new StoreError(
      "the address of the store has a host, but a `sqlite:` store is a file",
      help,
    );
  }
  return path;
}

function postgresUrl(url: string): string {
  // A server on a socket has no host here, but one in the query.
  const withHost = url.replace("@/", "@localhost/");
  const parsed = URL.canParse(withHost) ? new URL(withHost) : undefined;
  // A password that is not encoded moves the end of the host: a part of it would be shown as a name.
  if (parsed === undefined || parsed.hash !== "" || parsed.pathname.includes("@")) {
    throw new StoreError(
      "the address of the `postgres:` store cannot be read",
      "write `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with special characters of the password encoded, such as `%40` for `@`",
    );
  }
  return url;
}
