import type { StoreContext } from "../store-context.ts";
import type { Claim } from "./claim.ts";

/**
 * Takes the turn for a commit: a check belongs to a commit, and only one claim at a time may judge what stands on it.
 * The turn ends with the claim, whatever becomes of its instance. False: another claim that lives has it.
 */
export async function takeCommitTurn(
  { db, now: clock }: StoreContext,
  claim: Claim,
  headSha: string,
): Promise<boolean> {
  const now = await clock(db);
  const turn = { work_key: claim.key, token: claim.token };
  const taken = await db
    .insertInto("commit_turn")
    .values({ repository_id: claim.subject.repositoryId, head_sha: headSha, ...turn })
    .onConflict((conflict) =>
      conflict
        .columns(["repository_id", "head_sha"])
        .doUpdateSet(turn)
        .where(({ eb, not, exists, or, selectFrom }) =>
          or([
            eb("commit_turn.work_key", "=", claim.key),
            not(
              exists(
                selectFrom("work")
                  .select("work.key")
                  .whereRef("work.key", "=", "commit_turn.work_key")
                  .whereRef("work.token", "=", "commit_turn.token")
                  .where("work.lease_until", ">", now),
              ),
            ),
          ]),
        ),
    )
    .returning("work_key")
    .executeTakeFirst();
  if (taken === undefined) return false;
  // The heads that the subject had before: it never comes back to a turn of theirs.
  await db
    .deleteFrom("commit_turn")
    .where("work_key", "=", claim.key)
    .where("head_sha", "!=", headSha)
    .execute();
  return true;
}
