import type { Objects } from "./git-objects.ts";

/** A user, a bot or an organization: whatever has a login. */
export interface Account {
  readonly id: number;
  login: string;
  readonly type: "User" | "Bot" | "Organization";
  name: string | null;
  /** Addresses that link commits to the account. */
  readonly emails: Set<string>;
  suspendedAt: string | null;
  /** A deleted account shows as `null` wherever it once acted. */
  deleted: boolean;
  readonly createdAt: string;
}

export type MembershipState = "active" | "pending";

export interface Organization {
  readonly account: Account;
  readonly members: Map<number, OrganizationMember>;
}

interface OrganizationMember {
  readonly user: Account;
  readonly role: "admin" | "member";
  readonly state: MembershipState;
}

export interface Team {
  readonly id: number;
  readonly organization: Organization;
  slug: string;
  name: string;
  readonly parent: Team | null;
  readonly secret: boolean;
  /** Whether the app's installation can see the team at all. */
  readonly visible: boolean;
  readonly members: Map<number, TeamMember>;
  readonly createdAt: string;
}

export interface TeamMember {
  readonly user: Account;
  readonly role: "member" | "maintainer";
  readonly state: MembershipState;
}

/** A registered GitHub App: ours, and others that write checks beside it. */
export interface App {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly owner: Account;
  readonly bot: Account;
  permissions: Permissions;
  events: readonly string[];
  readonly createdAt: string;
}

export type Access = "read" | "write";
export type Permissions = Readonly<Record<string, Access>>;

export interface Installation {
  readonly id: number;
  readonly app: App;
  readonly account: Account;
  selection: "all" | "selected";
  /** Ids of the selected repositories; not read when the selection is "all". */
  readonly repositoryIds: Set<number>;
  permissions: Permissions;
  events: readonly string[];
  suspendedAt: string | null;
  readonly createdAt: string;
}

export interface Token {
  readonly token: string;
  readonly installation: Installation;
  readonly permissions: Permissions;
  /** `null`: all repositories of the installation. */
  readonly repositoryIds: ReadonlySet<number> | null;
  readonly expiresAt: string;
}

export type RepositoryPermission = "admin" | "maintain" | "write" | "triage" | "read";

export interface Repository {
  readonly id: number;
  owner: Account;
  name: string;
  /** Full names that the repository had before; requests to them are redirected. */
  readonly formerNames: Set<string>;
  readonly private: boolean;
  archived: boolean;
  defaultBranch: string;
  readonly parent: Repository | null;
  readonly objects: Objects;
  /** Full ref name to commit id. */
  readonly refs: Map<string, string>;
  readonly pulls: Map<number, PullRequest>;
  readonly comments: Map<number, Comment>;
  /** By number; pull requests are not among them. */
  readonly issues: Map<number, Issue>;
  readonly suites: Map<number, CheckSuite>;
  readonly checkRuns: Map<number, CheckRun>;
  /** Every state that any check run showed, in order, over all time. */
  readonly conclusions: ConclusionEntry[];
  readonly statuses: CommitStatus[];
  readonly collaborators: Map<number, RepositoryPermission>;
  readonly teams: Map<number, RepositoryPermission>;
  readonly protections: Map<string, BranchProtection>;
  readonly rulesets: Ruleset[];
  readonly queue: QueueEntry[];
  readonly createdAt: string;
  pushedAt: string;
}

export interface PullRequest {
  readonly id: number;
  readonly number: number;
  readonly repository: Repository;
  readonly author: Account;
  title: string;
  body: string | null;
  /** `repository` is `null` once the fork is deleted. */
  readonly head: { repository: Repository | null; ref: string; sha: string; owner: Account };
  /** The tip of the base branch when the pull request last moved: GitHub does not refresh it when the base advances. */
  readonly base: { ref: string; sha: string };
  state: "open" | "closed";
  draft: boolean;
  merged: boolean;
  mergedAt: string | null;
  mergedBy: Account | null;
  mergeCommitSha: string | null;
  closedAt: string | null;
  readonly requestedReviewers: Account[];
  readonly requestedTeams: Team[];
  readonly reviews: Review[];
  /** For a pull request of a native stack: its place in it, and the branch that the whole stack goes to. */
  readonly stack: {
    readonly base: string;
    readonly position: number;
    readonly size: number;
  } | null;
  /** The test merge in the making: for which tips, and how many reads still answer `mergeable: null`. */
  readonly testMerge: { tips: string; readsLeft: number; mergeable: boolean | null };
  readonly createdAt: string;
  updatedAt: string;
}

export type ReviewState = "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED";

export interface Review {
  readonly id: number;
  readonly user: Account;
  state: ReviewState;
  body: string;
  /** GitHub moves it on a force-push with an identical patch. */
  commitId: string;
  readonly submittedAt: string;
}

export interface Comment {
  readonly id: number;
  readonly pull: number;
  readonly user: Account;
  /** The app that wrote it, if one did. */
  readonly app: App | null;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
}

export interface Issue {
  readonly id: number;
  readonly number: number;
  readonly user: Account;
  /** The app that wrote it, if one did. */
  readonly app: App | null;
  title: string;
  body: string;
  state: "open" | "closed";
  stateReason: "completed" | "not_planned" | "reopened" | null;
  readonly createdAt: string;
  updatedAt: string;
}

export interface CheckSuite {
  readonly id: number;
  readonly app: App;
  readonly headSha: string;
  readonly headBranch: string | null;
  readonly createdAt: string;
}

export type CheckStatus =
  | "queued"
  | "in_progress"
  | "completed"
  | "waiting"
  | "requested"
  | "pending";

export type Conclusion =
  | "action_required"
  | "cancelled"
  | "failure"
  | "neutral"
  | "success"
  | "skipped"
  | "stale"
  | "timed_out";

export interface CheckRun {
  readonly id: number;
  readonly suite: CheckSuite;
  readonly app: App;
  readonly headSha: string;
  name: string;
  status: CheckStatus;
  conclusion: Conclusion | null;
  externalId: string | null;
  detailsUrl: string | null;
  startedAt: string | null;
  completedAt: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  readonly annotations: Annotation[];
  actions: readonly CheckAction[];
}

export interface Annotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column?: number;
  readonly end_column?: number;
  readonly annotation_level: "notice" | "warning" | "failure";
  readonly message: string;
  readonly title?: string;
  readonly raw_details?: string;
}

export interface CheckAction {
  readonly label: string;
  readonly description: string;
  readonly identifier: string;
}

/** One state that a check run showed to the world. */
export interface ConclusionEntry {
  /** Place among all requests and deliveries of the stand-in. */
  readonly sequence: number;
  readonly runId: number;
  readonly appId: number;
  readonly name: string;
  readonly sha: string;
  readonly status: CheckStatus;
  readonly conclusion: Conclusion | null;
  readonly title: string | null;
}

export interface CommitStatus {
  readonly id: number;
  readonly sha: string;
  readonly context: string;
  readonly state: "error" | "failure" | "pending" | "success";
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creator: Account;
  readonly createdAt: string;
}

/** A required check: any app may satisfy it unless one is pinned. */
export interface RequiredCheck {
  readonly context: string;
  readonly appId: number | null;
}

export interface BranchProtection {
  readonly requiredChecks: readonly RequiredCheck[];
  readonly strict: boolean;
}

export interface Ruleset {
  readonly id: number;
  readonly name: string;
  enforcement: "active" | "disabled" | "evaluate";
  readonly branches: readonly string[];
  readonly requiredChecks: readonly RequiredCheck[];
  readonly strict: boolean;
  readonly mergeQueue: boolean;
  readonly createdAt: string;
}

export interface QueueEntry {
  readonly pull: PullRequest;
  readonly ref: string;
  readonly baseSha: string;
  readonly headSha: string;
  readonly baseRef: string;
}

/** All that this GitHub remembers: plain data, so that a snapshot is a structured clone. */
export interface State {
  lastId: number;
  readonly accounts: Map<number, Account>;
  readonly organizations: Map<number, Organization>;
  readonly teams: Map<number, Team>;
  readonly apps: Map<number, App>;
  readonly installations: Map<number, Installation>;
  readonly tokens: Map<string, Token>;
  readonly repositories: Map<number, Repository>;
}

let worlds = 0;

/**
 * A GitHub where nothing happened yet. Ids start high, so that no id looks like a number of something else, and no two
 * of one process have an id in common: what the app remembers of one is nothing to another.
 */
export function emptyState(): State {
  worlds += 1;
  return {
    lastId: worlds * 1_000_000,
    accounts: new Map(),
    organizations: new Map(),
    teams: new Map(),
    apps: new Map(),
    installations: new Map(),
    tokens: new Map(),
    repositories: new Map(),
  };
}
