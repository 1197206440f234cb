import type { Kysely } from "kysely";
import type { Json } from "../../policy/call.ts";
import { appendDecision } from "../decisions/decision-entry.ts";
import { takeTurn } from "../decisions/log-chain.ts";
import type { StoreContext } from "../store-context.ts";
import type { StoreTables } from "../tables.ts";
import { readVotes, type StoredVote } from "./override-vote.ts";

/** What a vote was found to be when it was first judged. */
export interface NewOverrideBinding {
  readonly vote: Omit<StoredVote, "seenAt">;
  /** The identity of all that was to be approved; empty: nothing that could be. */
  readonly digest: string;
  /** `counted`, or why the person may not. */
  readonly outcome: string;
}

/** An override that takes effect. */
export interface NewGivenOverride {
  readonly repositoryId: number;
  readonly pullNumber: number;
  /** The review that asked for it. */
  readonly reviewId: number;
  readonly headSha: string;
  readonly digest: string;
  /** In milliseconds. */
  readonly expiresAt: number;
  /** Who and why, as it can be read again. */
  readonly body: Json;
}

/** What is known of overrides beyond what GitHub says now. Rows are only ever added, and each is in the decision log too. */
export interface OverrideLedger {
  /** Every vote of a pull request that an accepted delivery witnessed. */
  votesOf(repositoryId: number, pullNumber: number): Promise<readonly StoredVote[]>;
  /** Binds votes to what they looked at, each at most once: the first write wins. */
  bind(bindings: readonly NewOverrideBinding[]): Promise<void>;
  /** Records that an override takes effect; once for each request. */
  give(override: NewGivenOverride): Promise<void>;
  /** The overrides of a pull request that took effect, in order. */
  givenOf(repositoryId: number, pullNumber: number): Promise<readonly NewGivenOverride[]>;
}

/** The overrides of a store. */
export function overrideLedger({ db, now }: StoreContext): OverrideLedger {
  return {
    votesOf: (repositoryId, pullNumber) => readVotes(db, repositoryId, pullNumber),
    bind: (bindings) =>
      db.transaction().execute(async (transaction) => {
        await takeTurn(transaction);
        const at = await now(transaction);
        for (const binding of bindings) await bindOnce(transaction, binding, at);
      }),
    give: (override) =>
      db.transaction().execute(async (transaction) => {
        await takeTurn(transaction);
        await giveOnce(transaction, override, await now(transaction));
      }),
    givenOf: async (repositoryId, pullNumber) => {
      const rows = await db
        .selectFrom("override_given")
        .select([
          "repository_id as repositoryId",
          "pull_number as pullNumber",
          "review_id as reviewId",
          "head_sha as headSha",
          "digest",
          "expires_at as expiresAt",
          "body",
        ])
        .where("repository_id", "=", repositoryId)
        .where("pull_number", "=", pullNumber)
        .orderBy("seq")
        .execute();
      return rows.map(({ body, ...row }) => ({ ...row, body: JSON.parse(body) as Json }));
    },
  };
}

async function bindOnce(
  db: Kysely<StoreTables>,
  { vote, digest, outcome }: NewOverrideBinding,
  now: number,
): Promise<void> {
  const { repositoryId, pullNumber, reviewId, headSha } = vote;
  const inserted = await db
    .insertInto("override_binding")
    .values({
      repository_id: repositoryId,
      pull_number: pullNumber,
      review_id: reviewId,
      head_sha: headSha,
      digest,
      bound_at: now,
    })
    .onConflict((conflict) => conflict.column("review_id").doNothing())
    .returning("review_id")
    .executeTakeFirst();
  if (inserted === undefined) return;
  const { step, personId, login, reason } = vote;
  await appendOverride(db, vote, now, { step, outcome, reviewId, personId, login, reason, digest });
}

async function giveOnce(
  db: Kysely<StoreTables>,
  override: NewGivenOverride,
  now: number,
): Promise<void> {
  const { repositoryId, pullNumber, reviewId, headSha, digest, expiresAt, body } = override;
  const inserted = await db
    .insertInto("override_given")
    .values({
      repository_id: repositoryId,
      pull_number: pullNumber,
      review_id: reviewId,
      head_sha: headSha,
      digest,
      body: JSON.stringify(body),
      expires_at: expiresAt,
      given_at: now,
    })
    .onConflict((conflict) => conflict.column("review_id").doNothing())
    .returning("review_id")
    .executeTakeFirst();
  if (inserted === undefined) return;
  await appendOverride(db, override, now, {
    step: "given",
    reviewId,
    digest,
    expiresAt,
    override: body,
  });
}

async function appendOverride(
  db: Kysely<StoreTables>,
  place: Pick<StoredVote, "repositoryId" | "pullNumber" | "headSha">,
  now: number,
  body: Json,
): Promise<void> {
  await appendDecision(db, {
    at: now,
    kind: "override",
    repository_id: place.repositoryId,
    pull_number: place.pullNumber,
    head_sha: place.headSha,
    base_sha: null,
    work_key: null,
    generation: null,
    token: null,
    verdict: null,
    body,
  });
}
