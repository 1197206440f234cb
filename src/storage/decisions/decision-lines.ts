import type { Kysely } from "kysely";
import type { Json } from "../../policy/call.ts";
import type { StoreTables } from "../tables.ts";
import { withoutNulls } from "../without-nulls.ts";
import type { DecisionEntry } from "./decision-entry.ts";

const PORTION = 500;

/** All columns of the log, under the names of an entry. */
export function selectEntries(db: Kysely<StoreTables>) {
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
      "previous_hash as previousHash",
      "hash",
    ]);
}

type Selection = ReturnType<typeof selectEntries>;

/** The entry that a row stands for. */
export function entryOf({
  body,
  ...row
}: Awaited<ReturnType<Selection["execute"]>>[number]): DecisionEntry {
  return { ...withoutNulls(row), body: JSON.parse(body) as Json };
}

/** The lines that a selection of entries finds, in the order of the log, read in portions. */
export async function* readLines(selection: Selection): AsyncIterableIterator<DecisionEntry> {
  let last = 0;
  for (;;) {
    const rows = await selection.where("seq", ">", last).orderBy("seq").limit(PORTION).execute();
    for (const row of rows) {
      yield entryOf(row);
      last = row.seq;
    }
    if (rows.length < PORTION) return;
  }
}
