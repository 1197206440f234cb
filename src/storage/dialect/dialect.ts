import type { CreateTableBuilder, Dialect, Kysely } from "kysely";

/** Everything in which one database differs from another. Queries and migrations know nothing else about it. */
export interface StoreDialect {
  readonly dialect: Dialect;
  /** Adds `seq`, a primary key that the database counts up in the order of insertion and never reuses. */
  readonly addSequence: <T extends string>(
    table: CreateTableBuilder<T, never>,
  ) => CreateTableBuilder<T, "seq">;
  /** Makes the database refuse every update and delete of a row of the table. */
  readonly makeAppendOnly: (db: Kysely<unknown>, table: string) => Promise<void>;
  /** True for an error that says that somebody else holds the lock: the same may succeed a moment later. */
  readonly isBusy: (error: unknown) => boolean;
}
