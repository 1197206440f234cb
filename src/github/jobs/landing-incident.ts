import type { Json } from "../../policy/call.ts";
import { reviewJson } from "../../report/json/review-json.ts";
import {
  type IncidentFacts,
  incidentCheckRun,
  incidentComment,
  incidentMarker,
} from "../../report/review/incident-report.ts";
import type { Incident } from "../../storage/decisions/judgement.ts";
import type { Store } from "../../storage/store.ts";
import type { LandingJudgement } from "../judge/judge-landing.ts";
import type { Landing } from "../judge/landing.ts";
import { commitCheck } from "../publish/commit-check.ts";
import { publishOnce } from "../publish/incident-comment.ts";
import type { Publisher } from "../publish/publisher.ts";

/** Where an incident is said, and by whom. */
export interface IncidentPlace {
  readonly store: Store;
  readonly publisher: Publisher;
  /** Names the subject to GitHub. */
  readonly externalId: string;
  /** Version of this program. */
  readonly engine: string;
}

type Unapproved = LandingJudgement & { readonly kind: "unapproved" };

/**
 * Says what landed without approval: the check on the commit first, then a comment on each pull request that it came
 * through. Returns the record of it, which is for the caller to write.
 */
export async function publishIncident(
  { store, publisher, externalId, engine }: IncidentPlace,
  landing: Landing,
  judgement: Unapproved,
): Promise<Incident> {
  const facts = factsOf(landing, judgement);
  const report = incidentCheckRun(facts);
  const place = { headSha: landing.afterSha, externalId };
  await (await commitCheck(publisher, store, place)).conclude(report);
  for (const pullNumber of facts.pulls) {
    const marker = incidentMarker(landing.afterSha);
    await publishOnce(publisher, { pullNumber, marker, body: incidentComment(facts) });
  }
  const [pullNumber] = facts.pulls;
  return {
    kind: "incident",
    headSha: landing.afterSha,
    baseSha: landing.beforeSha,
    ...(pullNumber === undefined ? {} : { pullNumber }),
    body: {
      ...recordOf(landing, judgement, engine),
      check: { ...report, annotations: [] },
    },
  };
}

function factsOf(landing: Landing, { review, unapproved, pulls }: Unapproved): IncidentFacts {
  return {
    review,
    unapproved,
    branch: landing.ref,
    beforeSha: landing.beforeSha,
    afterSha: landing.afterSha,
    pusher: landing.pusher?.login,
    pulls: pulls.map(({ number }) => number),
  };
}

/** The exact difference, for the decision log. */
function recordOf(
  { ref, beforeSha, afterSha, pusher }: Landing,
  { review, unapproved, pulls, redact }: Unapproved,
  engine: string,
): { readonly [key: string]: Json } {
  const context = { baseSha: beforeSha, headSha: afterSha, branch: ref, redact };
  return {
    branch: ref,
    before: beforeSha,
    after: afterSha,
    engine,
    pusher: pusher === undefined ? null : { ...pusher },
    pulls: pulls.map(({ number }) => number),
    unapproved: unapproved.map(({ connector, because, digest, groups }) => ({
      connector,
      because,
      digest: digest ?? null,
      owners: groups.flatMap(({ owners }) => owners.map(({ text }) => text)),
    })),
    change: reviewJson(review, context) as unknown as Json,
  };
}
