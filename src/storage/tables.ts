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
  kind: "pull-request" | "branch" | "repository";
  installation_id: number;
  repository_id: number;
  owner: string;
  repo: string;
  /** 0 for a subject without a number. */
  number: number;
  /** Empty for a subject without a ref. */
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

export interface DecisionTable {
  seq: Generated<number>;
  at: number;
  kind: "verdict" | "approval" | "spent" | "incident";
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
  comment_id: number;
  digest: string;
  remembered_at: number;
}

/** The tables of the store, the same on every dialect. All times are milliseconds since the epoch. */
export interface StoreTables {
  delivery: DeliveryTable;
  work: WorkTable;
  review_sighting: ReviewSightingTable;
  push_sighting: PushSightingTable;
  approval_binding: ApprovalBindingTable;
  permit: PermitTable;
  decision: DecisionTable;
  check_run: CheckRunTable;
  comment: CommentTable;
}

/** Tables that history is written into: their rows are never updated and never deleted. */
export const appendOnlyTables = [
  "review_sighting",
  "push_sighting",
  "approval_binding",
  "permit",
  "decision",
] as const satisfies readonly (keyof StoreTables)[];
