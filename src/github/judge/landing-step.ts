import { configOf } from "../../review/gate-config-side.ts";
import { type OwnerName, ownerKey } from "../../review/owner.ts";
import type { OwnerResolution } from "../../review/owner-resolution.ts";
import { requirementDigest } from "../../review/requirement.ts";
import { type ChangeFacts, requirementsOf } from "../../review/review-change.ts";
import { readTree } from "../read/repository-tree.ts";
import { mayTouchPolicy } from "../read/touched.ts";
import { readChangeFacts } from "./change-facts.ts";
import type { Landing } from "./landing.ts";
import { ownerLookUp } from "./owner-look-up.ts";
import { type KnownOwners, withOwners } from "./people.ts";
import type { ReviewContext } from "./review-pull-request.ts";

/** What lies between two commits of a trust branch, with the identity of what it does to each connector. */
export interface LandingStep {
  readonly change: ChangeFacts;
  readonly digests: ReadonlyMap<string, string>;
  /** Answers a question about owners, as they are now. */
  readonly resolve: <T>(question: (resolve: Resolve) => T) => Promise<T>;
  /** One side of the configuration cannot be read, so that nobody knows what it guards. */
  readonly configIsDark: boolean;
}

type Resolve = (owner: OwnerName) => OwnerResolution;

/** Reads a step; undefined when nothing of the policy differs in it. */
export async function landingStep(
  context: ReviewContext,
  { ref }: Landing,
  [from, to]: readonly [string, string],
): Promise<LandingStep | undefined> {
  const { github, repository, installationId, store } = context;
  const base = await readTree(github, repository, from);
  const head = await readTree(github, repository, to);
  if (!mayTouchPolicy(base, head)) return undefined;
  const change = await readChangeFacts(context, { base, head });
  if (change === undefined) return undefined;
  const { requirements } = requirementsOf(change);
  const configIsDark = [change.baseConfig, change.headConfig].some(
    ({ kind }) => kind === "unreadable",
  );
  if (requirements.length === 0 && !configIsDark) return undefined;
  const known: KnownOwners = new Map();
  const lookUp = ownerLookUp({
    github,
    repository,
    installationId,
    people: store.people,
    place: { repositoryId: repository.id, branch: ref },
    named: new Set([...(configOf(change.baseConfig)?.owners.values() ?? [])].flat().map(ownerKey)),
    remembers: false,
    speakers: { approvers: [], others: [] },
    needed: 0,
    contributed: new Set(),
    inFull: new Set(),
  });
  const resolve: LandingStep["resolve"] = (question) => withOwners(known, lookUp, question);
  const digests = await resolve(
    (owner) =>
      new Map(
        requirements.map((requirement) => [
          requirement.connector,
          requirementDigest(requirement, owner),
        ]),
      ),
  );
  return { change, digests, resolve, configIsDark };
}
