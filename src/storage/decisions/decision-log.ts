import type { Kysely } from "kysely";
import type { StoreContext } from "../store-context.ts";
import type { StoreTables } from "../tables.ts";
import { appendDecision, type DecisionEntry } from "./decision-entry.ts";
import { entryOf, readLines, selectEntries } from "./decision-lines.ts";
import type { Incident } from "./judgement.ts";
import { takeTurn } from "./log-chain.ts";

/**
 * Who approved what, when, and what the gate answered. The database refuses to change or delete a line. Verdicts
 * are written by completing work, approvals and spent ones by the approval ledger, each in the same transaction.
 */
export interface DecisionLog {
  /** Appends an incident that was found outside a claim. */
  append(repositoryId: number, incident: Incident): Promise<void>;
  /** The newest verdict on a pull request; undefined: none yet. */
  latestVerdict(repositoryId: number, pullNumber: number): Promise<DecisionEntry | undefined>;
  /** The newest verdict on a commit, of one pull request or of anything judged at it; undefined: none yet. */
  latestVerdictOn(
    repositoryId: number,
    headSha: string,
    pullNumber?: number,
  ): Promise<DecisionEntry | undefined>;
  /** The newest verdict on a pull request's commit that stood at a time (milliseconds, inclusive); undefined: none did. */
  verdictAt(
    repositoryId: number,
    headSha: string,
    { pullNumber, at }: { readonly pullNumber: number; readonly at: number },
  ): Promise<DecisionEntry | undefined>;
  /** The first verdict on a pull request's commit; undefined: none yet. */
  firstVerdictOn(
    repositoryId: number,
    headSha: string,
    pullNumber: number,
  ): Promise<DecisionEntry | undefined>;
  /** The newest verdict on a subject, by its key; undefined: none yet. */
  latestVerdictOf(workKey: string): Promise<DecisionEntry | undefined>;
  /** The newest incident on a commit of a trust branch; undefined: none. */
  incidentOn(repositoryId: number, headSha: string): Promise<DecisionEntry | undefined>;
  /** Every line from `since` (milliseconds, inclusive) on, in the order of the log, read in portions. */
  exportSince(since: number): AsyncIterableIterator<DecisionEntry>;
}

function selectNewest(db: Kysely<StoreTables>, kind: DecisionEntry["kind"]) {
  return selectEntries(db).where("kind", "=", kind).orderBy("seq", "desc").limit(1);
}

function selectNewestVerdict(db: Kysely<StoreTables>, repositoryId: number) {
  return selectNewest(db, "verdict").where("repository_id", "=", repositoryId);
}

/** The decision log of a store. */
export function decisionLog({ db, now }: StoreContext): DecisionLog {
  return {
    append: async (repositoryId, incident) => {
      await db.transaction().execute(async (transaction) => {
        await takeTurn(transaction);
        await appendDecision(transaction, {
          at: await now(transaction),
          kind: "incident",
          repository_id: repositoryId,
          pull_number: incident.pullNumber ?? null,
          head_sha: incident.headSha,
          base_sha: incident.baseSha ?? null,
          work_key: null,
          generation: null,
          token: null,
          verdict: null,
          body: incident.body,
        });
      });
    },
    latestVerdict: async (repositoryId, pullNumber) => {
      const row = await selectNewestVerdict(db, repositoryId)
        .where("pull_number", "=", pullNumber)
        .executeTakeFirst();
      return row && entryOf(row);
    },
    latestVerdictOn: async (repositoryId, headSha, pullNumber) => {
      const onHead = selectNewestVerdict(db, repositoryId).where("head_sha", "=", headSha);
      const query =
        pullNumber === undefined ? onHead : onHead.where("pull_number", "=", pullNumber);
      const row = await query.executeTakeFirst();
      return row && entryOf(row);
    },
    verdictAt: async (repositoryId, headSha, { pullNumber, at }) => {
      const row = await selectNewestVerdict(db, repositoryId)
        .where("head_sha", "=", headSha)
        .where("pull_number", "=", pullNumber)
        .where("at", "<=", at)
        .executeTakeFirst();
      return row && entryOf(row);
    },
    firstVerdictOn: async (repositoryId, headSha, pullNumber) => {
      const row = await selectEntries(db)
        .where("kind", "=", "verdict")
        .where("repository_id", "=", repositoryId)
        .where("head_sha", "=", headSha)
        .where("pull_number", "=", pullNumber)
        .orderBy("seq")
        .limit(1)
        .executeTakeFirst();
      return row && entryOf(row);
    },
    latestVerdictOf: async (workKey) => {
      const row = await selectNewest(db, "verdict")
        .where("work_key", "=", workKey)
        .executeTakeFirst();
      return row && entryOf(row);
    },
    incidentOn: async (repositoryId, headSha) => {
      const row = await selectNewest(db, "incident")
        .where("repository_id", "=", repositoryId)
        .where("head_sha", "=", headSha)
        .executeTakeFirst();
      return row && entryOf(row);
    },
    exportSince: (since) => readLines(selectEntries(db).where("at", ">=", since)),
  };
}
