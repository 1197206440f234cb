import { setTimeout as sleep } from "node:timers/promises";
import type { Access, StoreDialect } from "./dialect/dialect.ts";
import { openPostgres } from "./dialect/postgres.ts";
import { isPostgresAway } from "./dialect/postgres-away.ts";
import { isSqliteBusy, openSqlite } from "./dialect/sqlite.ts";
import { readStoreUrl } from "./store-url.ts";

/** How a store of one kind is opened. */
export interface StoreOpening {
  readonly open: () => Promise<StoreDialect>;
  /** True for an error that says that the same may succeed a moment later. */
  readonly isBusy: (error: unknown) => boolean;
  /** Waits before the next of twenty attempts; absent: a moment. */
  readonly pause?: () => Promise<void>;
  /** The store, for messages; never with a password. */
  readonly name: string;
  readonly help: string;
}

/** How the store at an address is opened. Throws a `StoreError` when it is no address of a store. */
export function openingOf(url: string, access: Access = "write"): StoreOpening {
  const address = readStoreUrl(url);
  switch (address.kind) {
    case "sqlite":
      return {
        open: () => openSqlite(address.path, access),
        isBusy: isSqliteBusy,
        name: `store \`${address.path}\``,
        help: "check that the path is a database of countersign, or does not exist yet, and that it can be written",
      };
    case "postgres":
      return {
        open: () => openPostgres(address.url, access),
        isBusy: isPostgresAway,
        // A server that starts together with this instance takes seconds.
        pause: () => sleep(400),
        name: "`postgres:` store",
        help: "check that the server runs and can be reached, that user, password and database are right, and that the user may create tables",
      };
  }
}
