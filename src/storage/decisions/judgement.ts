import type { Kysely } from "kysely";
import type { Json } from "../../policy/call.ts";
import type { StoreTables } from "../tables.ts";
import type { Claim } from "../work/claim.ts";
import { appendDecision } from "./decision-entry.ts";

/** What the gate answered to the subject of a claim. */
export interface Verdict {
  readonly kind: "verdict";
  /** The review's own word for it. */
  readonly verdict: string;
  readonly headSha: string;
  readonly baseSha?: string;
  /**
   * For how long people could see it before it is recorded, in milliseconds: whoever approves it at once must be found to have
   * seen it. Not at all when absent.
   */
  readonly shownForMs?: number;
  /** The whole answer, as it can be read again later. */
  readonly body: Json;
}

/** The trust branch holds what was not approved: a direct push, a bypass, a merge that differs. */
export interface Incident {
  readonly kind: "incident";
  readonly headSha: string;
  readonly baseSha?: string;
  /** The pull request that it came through, if there is one. */
  readonly pullNumber?: number;
  readonly body: Json;
}

/** What a worker writes to the log at the end of its claim. */
export type Judgement = Verdict | Incident;

/** Appends a judgement under its claim. Rejects when it is a second verdict of one claim. */
export async function recordJudgement(
  db: Kysely<StoreTables>,
  claim: Claim,
  judgement: Judgement,
  now: number,
): Promise<void> {
  const { subject } = claim;
  const own = subject.kind === "pull-request" ? subject.number : null;
  await appendDecision(db, {
    at: now - (judgement.kind === "verdict" ? (judgement.shownForMs ?? 0) : 0),
    kind: judgement.kind,
    repository_id: subject.repositoryId,
    pull_number: judgement.kind === "incident" ? (judgement.pullNumber ?? own) : own,
    head_sha: judgement.headSha,
    base_sha: judgement.baseSha ?? null,
    work_key: claim.key,
    generation: claim.generation,
    token: claim.token,
    verdict: judgement.kind === "verdict" ? judgement.verdict : null,
    body: judgement.body,
  });
}
