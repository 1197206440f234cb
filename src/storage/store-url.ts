import { StoreError } from "./store-error.ts";

const help =
  "write `sqlite:` and the path of a file, such as `sqlite:data/countersign.db`, or `sqlite::memory:`";

/**
 * The path in a `sqlite:PATH` address; `:memory:` is a path too.
 *
 * Throws a `StoreError` for every other address. It names the scheme only: the rest may hold a password.
 */
export function sqlitePath(url: string): string {
  const [, scheme, path] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(url) ?? [];
  if (scheme === undefined || path === undefined) {
    throw new StoreError("the address of the store has no scheme", help);
  }
  if (scheme.toLowerCase() !== "sqlite") {
    throw new StoreError(`a store of the kind \`${scheme}:\` is not supported yet`, help);
  }
  if (path === "") throw new StoreError("the address of the store has no path", help);
  if (path.startsWith("//")) {
    throw new StoreError(
      "the address of the store has a host, but a `sqlite:` store is a file",
      help,
    );
  }
  return path;
}
