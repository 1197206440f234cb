import type { Finding } from "../analysis/findings/finding.ts";
import type { Diagnostic } from "../policy/source/diagnostic.ts";
import type { ApprovalFacts } from "./approval-facts.ts";
import type { Blocker } from "./blocker.ts";
import { blockers } from "./blockers.ts";
import { type CatalogueChange, type CatalogueSides, catalogueChange } from "./catalogue-change.ts";
import { type ConfigChange, configChange, ownersFor } from "./config-change.ts";
import { type CommitFact, type Contributors, contributors } from "./contributors.ts";
import type { CorpusFact, CorpusFault, MountedFile } from "./corpus-fact.ts";
import { defaultSettings } from "./default-settings.ts";
import { fallbackKey, type GateConfig, gateConfigPath } from "./gate-config.ts";
import { configOf, type GateConfigSide } from "./gate-config-side.ts";
import { endsOfSuppressions, type JudgedProject, judgedProjects } from "./judged-project.ts";
import { type OverrideFacts, overrideDigest } from "./override.ts";
import { type OverrideState, overrideState } from "./override-state.ts";
import type { OwnerName } from "./owner.ts";
import type { OwnerResolution } from "./owner-resolution.ts";
import type { Person } from "./person.ts";
import type { Requirement } from "./requirement.ts";
import { earliest, type RequirementState, requirementState } from "./requirement-state.ts";
import { isDeletion, requirements } from "./requirements.ts";
import type { ReviewFact } from "./review-fact.ts";
import { type ReviewOutcome, reviewOutcomes } from "./review-outcome.ts";
import type { ReviewedProject } from "./reviewed-project.ts";
import type { SpecChange } from "./spec-change.ts";
import { standingReviews } from "./standing-review.ts";
import { type Verdict, verdict } from "./verdict.ts";

/** What the change does, before anybody's approval is looked at. */
export interface ChangeFacts {
  readonly projects: readonly ReviewedProject[];
  readonly baseConfig: GateConfigSide;
  readonly headConfig: GateConfigSide;
  /** What it does to the saved calls; absent where their files are the same. */
  readonly corpus?: CorpusFact;
  /** Why saved calls that were to be replayed cannot be; absent: they were. */
  readonly corpusFaults?: readonly CorpusFault[];
  /** Files outside of the repository whose saved calls were replayed; absent: none. */
  readonly mounted?: readonly MountedFile[];
  /** The catalogue on both sides; absent where its file is the same. */
  readonly catalogues?: CatalogueSides;
  /** What it does to the files that describe connectors; absent: nothing. */
  readonly specs?: readonly SpecChange[];
}

/** Everything that a pull request is judged by. Values only: whoever gathers them may fail, this cannot. */
export interface ReviewFacts extends ChangeFacts {
  readonly author: Person;
  readonly commits: readonly CommitFact[];
  /** Everybody who was seen to push to it. */
  readonly pushers: readonly Person[];
  readonly reviews: readonly ReviewFact[];
  /** What GitHub says about an owner's name. */
  readonly resolve: (owner: OwnerName) => OwnerResolution;
  /** What was seen of overrides; absent: nothing. */
  readonly overrides?: OverrideFacts;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The judgement of a pull request; every report is a projection of it. */
export interface Review {
  readonly verdict: Verdict;
  readonly projects: readonly JudgedProject[];
  readonly config: ConfigChange;
  readonly corpus?: CorpusFact;
  readonly catalogue?: CatalogueChange;
  /** Files outside of the repository whose saved calls were replayed. */
  readonly mounted: readonly MountedFile[];
  /** Descriptions of connectors that say something else. */
  readonly specs: readonly SpecChange[];
  /** What is wrong with the suppressions of the configuration. */
  readonly suppressionFindings: readonly Finding[];
  /** What there is to say about the configuration as it will be, apart from errors. */
  readonly configRemarks: readonly Diagnostic[];
  readonly blockers: readonly Blocker[];
  readonly requirements: readonly RequirementState[];
  readonly contributors: Contributors;
  readonly reviews: readonly ReviewOutcome[];
  readonly override: OverrideState;
  /** When the verdict must be looked at again though nothing happens, milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
}

/** What must be approved by whom, and the difference in the configuration: all that is known before people are. */
export function requirementsOf({
  projects,
  baseConfig,
  headConfig,
  corpus,
  catalogues,
  specs = [],
}: ChangeFacts): {
  readonly config: ConfigChange;
  readonly catalogue?: CatalogueChange;
  readonly specs: readonly SpecChange[];
  readonly requirements: readonly Requirement[];
} {
  const base = configOf(baseConfig);
  const head = configOf(headConfig);
  const isComparable = baseConfig.kind !== "unreadable" && headConfig.kind !== "unreadable";
  const config = isComparable ? configChange(base, head) : { ownerEntries: [], settings: [] };
  const assets = {
    ...(corpus === undefined ? {} : { corpus }),
    ...(catalogues === undefined ? {} : { catalogue: catalogueChange(catalogues) }),
    specs,
  };
  return {
    config,
    ...assets,
    requirements: requirements({
      projects: projects.map(({ change }) => change),
      config,
      base,
      head: headConfig.kind === "unreadable" ? base : head,
      ...assets,
    }),
  };
}

/** Owners that may be asked besides those of a connector itself. */
export function fallbackOwners({ baseConfig, headConfig }: ChangeFacts): readonly OwnerName[] {
  return ownersFor(configOf(baseConfig) ?? configOf(headConfig), fallbackKey);
}

/** Judges a pull request. Closed unless proven open. */
export function reviewChange(facts: ReviewFacts): Review {
  const { requirements: required, ...change } = requirementsOf(facts);
  const people = contributors(facts.author, facts.commits, facts.pushers);
  const approvalFacts: ApprovalFacts = {
    resolve: facts.resolve,
    fallback: fallbackOwners(facts),
    contributors: people,
    standing: standingReviews(facts.reviews),
    approvals: strictestApprovals(facts),
    now: facts.now,
  };
  const states = required.map((requirement) => requirementState(requirement, approvalFacts));
  const override = overrideState(facts.overrides ?? noOverrides, {
    breakGlass: configOf(facts.baseConfig)?.breakGlass,
    digest: overrideDigest(
      new Map(states.map(({ requirement, digest }) => [requirement.connector, digest])),
    ),
    facts: approvalFacts,
  });
  // What takes long comes last: whoever finds that an owner must be looked up first asks again.
  const judged = judgedProjects(facts);
  const mend = blockers(judged.projects, { ...facts, ...change });
  return {
    verdict: setupProblem(facts) ?? verdict(mend, states, override.inForce),
    ...judged,
    ...change,
    mounted: facts.mounted ?? [],
    configRemarks: facts.headConfig.kind === "read" ? facts.headConfig.diagnostics : [],
    blockers: mend,
    requirements: states,
    contributors: people,
    reviews: reviewOutcomes(facts.reviews, states, approvalFacts),
    override,
    expiresAt: earliest(
      [
        ...states.map(({ expiresAt }) => expiresAt),
        override.inForce?.expiresAt,
        ...endsOfSuppressions(judged.projects),
      ].filter((moment) => moment !== undefined),
    ),
  };
}

const noOverrides: OverrideFacts = { headSha: "", votes: [], given: [] };

/** How many approvals are needed and how long they count: of what holds now and what will, the stricter. */
export function strictestApprovals({
  baseConfig,
  headConfig,
}: ChangeFacts): GateConfig["approvals"] {
  const configs = [baseConfig, headConfig].flatMap((side) => configOf(side) ?? []);
  const settings = (configs.length === 0 ? [defaultSettings] : configs).map(
    ({ approvals }) => approvals,
  );
  return {
    ttl: Math.min(...settings.map(({ ttl }) => ttl)),
    required: Math.max(...settings.map(({ required }) => required)),
    widestTeam: Math.min(...settings.map(({ widestTeam }) => widestTeam)),
  };
}

/**
 * Without owners on the trust branch nobody can be asked, and the author must not be the one who names them. Where there
 * is no configuration yet, one may be added alone; one that cannot be read had owners, and nobody else may name new ones.
 */
function setupProblem({ projects, baseConfig }: ChangeFacts): Verdict | undefined {
  if (baseConfig.kind === "unreadable") {
    return {
      kind: "closed-by-setup",
      config: "unreadable",
      because: `\`${gateConfigPath}\` on the trust branch cannot be read, so nobody can be asked`,
      help: "an administrator mends it on the trust branch; then this pull request is judged anew",
    };
  }
  const changes = projects.some(({ change }) => change.deltas.length > 0 || isDeletion(change));
  if (!changes || baseConfig.kind === "read") return undefined;
  return {
    kind: "closed-by-setup",
    config: "absent",
    because: `the trust branch has no \`${gateConfigPath}\`, so nobody owns the connectors that this change affects`,
    help: "merge a configuration first, in a pull request of its own; then update this one",
  };
}
