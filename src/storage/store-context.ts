import type { Kysely } from "kysely";
import type { StoreTables } from "./tables.ts";
import type { DueSignal } from "./work/due-signal.ts";

/** What every port stands on. */
export interface StoreContext {
  readonly db: Kysely<StoreTables>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Name of this instance, the owner of its leases. */
  readonly instance: string;
  readonly leaseMs: number;
  readonly acceptLimitMs: number;
  readonly due: DueSignal;
}
