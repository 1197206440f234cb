import type { CreateTableBuilder, Dialect, Expression, Kysely } from "kysely";
import type { StoreTables } from "../tables.ts";

/** Tells the other processes on the same store that something has become due. */
export interface DueChannel {
  /** Tells them, without waiting. It may get lost, so they look for themselves from time to time. */
  readonly announce: () => void;
  /** Ends the channel. */
  readonly close: () => Promise<void>;
}

/** What a connection is for. One that only reads creates nothing and changes nothing. */
export type Access = "read" | "write";

/** Everything in which one database differs from another. Queries and migrations know nothing else about it. */
export interface StoreDialect {
  readonly dialect: Dialect;
  /** The type of text that is compared byte by byte, whatever the language of the database. */
  readonly text: "text" | Expression<string>;
  /** Adds `seq`, a primary key that the database counts up in the order of insertion and never reuses. */
  readonly addSequence: <T extends string>(
    table: CreateTableBuilder<T, never>,
  ) => CreateTableBuilder<T, "seq">;
  /** Makes the database refuse every update and delete of a row of the table. */
  readonly makeAppendOnly: (db: Kysely<unknown>, table: string) => Promise<void>;
  /** Takes back `makeAppendOnly`, for a change of the schema that makes the table append-only again. */
  readonly makeChangeable: (db: Kysely<unknown>, table: string) => Promise<void>;
  /** Runs a change of the schema, which may take its time, on `db` or on a connection of its own. */
  readonly migrating: (
    db: Kysely<StoreTables>,
    change: (db: Kysely<StoreTables>) => Promise<void>,
  ) => Promise<void>;
  /** The schema that holds the tables; undefined where there is only one. */
  readonly schemaOf: (db: Kysely<StoreTables>) => Promise<string | undefined>;
  /** The clock that all instances on the store agree on, in milliseconds since the epoch. */
  readonly now: (db: Kysely<StoreTables>) => Promise<number>;
  /** Whether one worker can step over a row that another is just taking. */
  readonly locksRows: boolean;
  /** True for an error that says that the database is away for now: the same may succeed when it is back. */
  readonly isAway: (error: unknown) => boolean;
  /** Opens the channel to the other processes. `heard` is called after each announcement of another one. */
  readonly openChannel: (heard: () => void) => Promise<DueChannel>;
}
