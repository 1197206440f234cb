import type { Kysely } from "kysely";
import type { Json } from "../../policy/call.ts";
import type { StoreContext } from "../store-context.ts";
import type { StoreTables } from "../tables.ts";
import { withoutNulls } from "../without-nulls.ts";
import { appendDecision, type DecisionEntry } from "./decision-entry.ts";
import type { Incident } from "./judgement.ts";

const PORTION = 500;

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
  /** Every line from `since` (milliseconds, inclusive) on, in the order of the log, read in portions. */
  exportSince(since: number): AsyncIterableIterator<DecisionEntry>;
}

function selectEntries(db: Kysely<StoreTables>) {
  return db
    .selectFrom("decision")
    .select([
      "seq",
      "at",
      "kind",
      "repository_id as repositoryId",
      "pull_number as pullNumber",
      "head_sha as headSha",
      "base_sha as baseSha",
      "work_key as workKey",
      "generation",
      "token",
      "verdict",
      "body",
    ]);
}

function selectNewestVerdict(db: Kysely<StoreTables>, repositoryId: number) {
  return selectEntries(db)
    .where("kind", "=", "verdict")
    .where("repository_id", "=", repositoryId)
    .orderBy("seq", "desc")
    .limit(1);
}

function entryOf({
  body,
  ...row
}: Awaited<ReturnType<ReturnType<typeof selectEntries>["execute"]>>[number]): DecisionEntry {
  return { ...withoutNulls(row), body: JSON.parse(body) as Json };
}

async function* readSince(
  db: Kysely<StoreTables>,
  since: number,
): AsyncIterableIterator<DecisionEntry> {
  let last = 0;
  for (;;) {
    const rows = await selectEntries(db)
      .where("at", ">=", since)
      .where("seq", ">", last)
      .orderBy("seq")
      .limit(PORTION)
      .execute();
    for (const row of rows) {
      yield entryOf(row);
      last = row.seq;
    }
    if (rows.length < PORTION) return;
  }
}

/** The decision log of a store. */
export function decisionLog({ db, now }: StoreContext): DecisionLog {
  return {
    append: async (repositoryId, incident) => {
      await appendDecision(db, {
        at: await now(db),
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
    exportSince: (since) => readSince(db, since),
  };
}
