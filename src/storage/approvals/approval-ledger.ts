import { takeTurn } from "../decisions/log-chain.ts";
import type { StoreContext } from "../store-context.ts";
import { type Binding, bindOnce, type NewBinding, readBindings } from "./binding.ts";
import { type NewPermit, type Permit, readPermits, spendPermit } from "./permit.ts";
import { readSightings, type WitnessedHistory } from "./sighting.ts";

/**
 * What is known of approvals beyond what GitHub says now: that a review was seen, on which head, what it approved,
 * and whether that was used. Rows are only ever added; the database refuses to change or delete one.
 */
export interface ApprovalLedger {
  /** Every review and push of a pull request that an accepted delivery witnessed. */
  sightingsOf(repositoryId: number, pullNumber: number): Promise<WitnessedHistory>;
  /**
   * Binds reviews to digests, all or none, each at most once for a connector: the first write wins. Returns for each,
   * in order, the binding that stands, which is the earlier one if there was one.
   */
  bindApprovals(bindings: readonly NewBinding[]): Promise<readonly Binding[]>;
  /** The bindings of a pull request, in the order in which they were made. */
  bindingsOf(repositoryId: number, pullNumber: number): Promise<readonly Binding[]>;
  /** Spends the approval of a review for a connector: true the first time, false ever after. */
  spend(permit: NewPermit): Promise<boolean>;
  /** The approvals that a pull request has used, in the order in which they were spent. */
  permitsOf(repositoryId: number, pullNumber: number): Promise<readonly Permit[]>;
}

/** The approval ledger of a store. */
export function approvalLedger({ db, now }: StoreContext): ApprovalLedger {
  return {
    sightingsOf: (repositoryId, pullNumber) => readSightings(db, repositoryId, pullNumber),
    bindApprovals: (bindings) =>
      db.transaction().execute(async (transaction) => {
        await takeTurn(transaction);
        const at = await now(transaction);
        const standing: Binding[] = [];
        for (const binding of bindings) standing.push(await bindOnce(transaction, binding, at));
        return standing;
      }),
    bindingsOf: (repositoryId, pullNumber) => readBindings(db, repositoryId, pullNumber),
    spend: (permit) =>
      db.transaction().execute(async (transaction) => {
        await takeTurn(transaction);
        return await spendPermit(transaction, permit, await now(transaction));
      }),
    permitsOf: (repositoryId, pullNumber) => readPermits(db, repositoryId, pullNumber),
  };
}
