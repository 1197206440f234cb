import type { Kysely } from "kysely";
import type { StoreTables } from "./tables.ts";
import type { DueSignal } from "./work/due-signal.ts";

/** What every port stands on. */
export interface StoreContext {
  readonly db: Kysely<StoreTables>;
  /**
   * Milliseconds since the epoch. The database may be asked: inside a transaction, pass that, or the two wait for each
   * other's connection.
   */
  readonly now: (db: Kysely<StoreTables>) => Promise<number>;
  /** Name of this instance, the owner of its leases. */
  readonly instance: string;
  readonly leaseMs: number;
  readonly acceptLimitMs: number;
  readonly due: DueSignal;
  /** Whether workers lock row by row, so that one can step over what another is just taking. */
  readonly locksRows: boolean;
  /** True for an error that says that the database is away for now: the same may succeed when it is back. */
  readonly isAway: (error: unknown) => boolean;
}
