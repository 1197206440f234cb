import type { Generated } from "kysely";

/** A webhook delivery that was accepted. Its payload is not kept: it holds people's text, and is only a hint. */
interface DeliveryTable {
  delivery_id: string;
  event: string;
  action: string | null;
  installation_id: number | null;
  received_at: number;
}

/** One row for each subject that is judged; never deleted, so that its tokens never repeat. */
export interface WorkTable {
  key: string;
  kind: "pull-request" | "branch" | "repository" | "merge-group" | "trust-branch" | "people";
  installation_id: number;
  repository_id: number;
  owner: string;
  repo: string;
  /** 0 for a subject without a number. */
  number: number;
  /** Empty for a subject without a ref; for a pull request the base that the last delivery named. */
  ref: string;
  sha: string | null;
  generation: number;
  /** Retry backoff, approval expiry and sweep timer at once; null: not due. */
  run_at: number | null;
  attempts: number;
  last_error: string | null;
  lease_owner: string | null;
  /** 0 when nobody holds the row. */
  lease_until: number;
  token: number;
  completed_at: number | null;
  closed_at: number | null;
  /** When it was claimed last; null: never. */
  claimed_at: number | null;
}

/** Who is swept when; the id 0 stands for the app as a whole. */
interface SweepTable {
  installation_id: number;
  due_at: number;
  taken_at: number | null;
  owner: string | null;
  token: number;
}

/** What the last self-check of a place found; the repository 0 stands for the installation as a whole. */
interface SelfCheckTable {
  installation_id: number;
  repository_id: number;
  /** JSON text. */
  problems: string;
  /** Null: to be checked again. */
  checked_at: number | null;
}

interface ReviewSightingTable {
  seq: Generated<number>;
  repository_id: number;
  pull_number: number;
  review_id: number;
  action: "submitted" | "edited" | "dismissed";
  state: "approved" | "changes_requested" | "commented" | "dismissed";
  reviewer_id: number;
  reviewer_login: string;
  reviewer_type: string;
  head_sha: string;
  submitted_at: number;
  sender_id: number;
  sender_login: string;
  delivery_id: string;
  seen_at: number;
}

interface PushSightingTable {
  seq: Generated<number>;
  repository_id: number;
  pull_number: number;
  user_id: number;
  login: string;
  before_sha: string | null;
  head_sha: string;
  delivery_id: string;
  seen_at: number;
}

interface ApprovalBindingTable {
  seq: Generated<number>;
  repository_id: number;
  pull_number: number;
  review_id: number;
  connector: string;
  reviewer_id: number;
  reviewer_login: string;
  digest: string;
  head_sha: string;
  bound_at: number;
}

interface PermitTable {
  seq: Generated<number>;
  repository_id: number;
  pull_number: number;
  review_id: number;
  connector: string;
  digest: string;
  head_sha: string;
  merge_sha: string | null;
  spent_at: number;
}

interface OverrideVoteTable {
  seq: Generated<number>;
  repository_id: number;
  pull_number: number;
  review_id: number;
  head_sha: string;
  step: "request" | "confirm";
  person_id: number;
  login: string;
  person_type: string;
  reason: string;
  submitted_at: number;
  delivery_id: string;
  seen_at: number;
}

interface OverrideBindingTable {
  seq: Generated<number>;
  repository_id: number;
  pull_number: number;
  review_id: number;
  head_sha: string;
  digest: string;
  bound_at: number;
}

interface OverrideGivenTable {
  seq: Generated<number>;
  repository_id: number;
  pull_number: number;
  review_id: number;
  head_sha: string;
  digest: string;
  /** JSON text. */
  body: string;
  expires_at: number;
  given_at: number;
}

export interface DecisionTable {
  seq: Generated<number>;
  at: number;
  kind: "verdict" | "approval" | "spent" | "incident" | "override";
  repository_id: number;
  pull_number: number | null;
  head_sha: string;
  base_sha: string | null;
  work_key: string | null;
  generation: number | null;
  token: number | null;
  verdict: string | null;
  /** JSON text. */
  body: string;
  /** Hash of the line before; empty for the first. */
  previous_hash: string;
  hash: string;
}

/** One row: where the decision log ends. Whoever appends holds its lock. */
interface LogHeadTable {
  id: number;
  /** Of the last line; empty: there is none. */
  hash: string;
  lines: number;
}

interface CheckRunTable {
  repository_id: number;
  head_sha: string;
  /** 0 for a check run that belongs to no pull request. */
  pull_number: number;
  /** Null: it was about to be created when this was written. */
  check_run_id: number | null;
  conclusion: string | null;
  digest: string | null;
  remembered_at: number;
}

interface CommentTable {
  repository_id: number;
  pull_number: number;
  /** 0: it was about to be created when this was written. */
  comment_id: number;
  digest: string;
  remembered_at: number;
}

/** What webhooks told of groups of merge queues. */
export interface MergeGroupTable {
  seq: Generated<number>;
  repository_id: number;
  head_sha: string;
  head_ref: string;
  base_sha: string;
  base_ref: string;
  state: "queued" | "merged" | "left";
  delivery_id: string;
  seen_at: number;
}

/** Moves of branches. */
export interface BranchPushTable {
  seq: Generated<number>;
  repository_id: number;
  ref: string;
  /** Null: the push created the branch. */
  before_sha: string | null;
  after_sha: string;
  /** Null for a move that no webhook told of, and so are the three below. */
  default_branch: string | null;
  user_id: number | null;
  login: string | null;
  delivery_id: string | null;
  seen_at: number;
}

/** The branches of repositories whose policy is obeyed, and how far each was audited. */
export interface TrustBranchTable {
  repository_id: number;
  ref: string;
  /** 0: it was one once. */
  trusted: number;
  /** Null: never. */
  audited_sha: string | null;
  /** Of the last push that was audited. */
  audited_seq: number;
}

/** What webhooks told of teams and of who is in them. */
export interface PeopleSightingTable {
  seq: Generated<number>;
  installation_id: number;
  what: "team-named" | "team-deleted" | "joined" | "left";
  /** 0: the organization as a whole. */
  team_id: number;
  /** Null unless the team was named. */
  team_name: string | null;
  /** 0 unless somebody joined or left. */
  user_id: number;
  delivery_id: string;
  seen_at: number;
}

/** Which claim writes the check of a commit. */
interface CommitTurnTable {
  repository_id: number;
  head_sha: string;
  work_key: string;
  token: number;
}

/** Whom an owner's name in the configuration of a trust branch stood for when it was first looked up. */
interface OwnerIdentityTable {
  repository_id: number;
  branch: string;
  owner: string;
  identity: string;
  remembered_at: number;
}

/** A repository that wants a report of approvals. */
interface WeekReportTable {
  repository_id: number;
  /** Blob of the configuration that says so. */
  config_sha: string;
  /** From one report to the next; null: none is wanted. */
  every_ms: number | null;
  due_at: number;
  posted_at: number | null;
  /** The issue of the last report. */
  issue_number: number | null;
}

/** The tables of the store, the same on every dialect. All times are milliseconds since the epoch. */
export interface StoreTables {
  merge_group: MergeGroupTable;
  branch_push: BranchPushTable;
  trust_branch: TrustBranchTable;
  delivery: DeliveryTable;
  work: WorkTable;
  review_sighting: ReviewSightingTable;
  push_sighting: PushSightingTable;
  approval_binding: ApprovalBindingTable;
  permit: PermitTable;
  override_vote: OverrideVoteTable;
  override_binding: OverrideBindingTable;
  override_given: OverrideGivenTable;
  decision: DecisionTable;
  log_head: LogHeadTable;
  check_run: CheckRunTable;
  comment: CommentTable;
  commit_turn: CommitTurnTable;
  people_sighting: PeopleSightingTable;
  owner_identity: OwnerIdentityTable;
  sweep: SweepTable;
  self_check: SelfCheckTable;
  week_report: WeekReportTable;
}

/** Tables that history is written into: their rows are never updated and never deleted. */
export const appendOnlyTables = [
  "review_sighting",
  "push_sighting",
  "approval_binding",
  "permit",
  "decision",
] as const satisfies readonly (keyof StoreTables)[];

/** The same for overrides. */
export const overrideTables = [
  "override_vote",
  "override_binding",
  "override_given",
] as const satisfies readonly (keyof StoreTables)[];
