import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { StoreTables, WorkTable } from "../tables.ts";
import { subjectOf, type WorkSubject } from "./work-subject.ts";

/** The right to judge one subject, held by one worker until its lease ends. */
export interface Claim {
  readonly key: string;
  readonly subject: WorkSubject;
  /** Rises with every event: a claim of an older generation is superseded. */
  readonly generation: number;
  /** Rises with every claim: a claim with an older token is fenced. */
  readonly token: number;
  /** The instance that holds it. */
  readonly owner: string;
  /** How often the subject was claimed since the last event or completion, this time included. */
  readonly attempts: number;
  /** Why the attempt before failed. */
  readonly lastError?: string;
}

/** The claim that a row stands for, just after it was claimed by `owner`. */
export function claimOf(row: WorkTable, owner: string): Claim {
  return {
    key: row.key,
    subject: subjectOf(row),
    generation: row.generation,
    token: row.token,
    owner,
    attempts: row.attempts,
    ...(row.last_error === null ? {} : { lastError: row.last_error }),
  };
}

/** True for the one row that the claim still holds; for none once it is fenced. */
export function heldBy(
  claim: Claim,
): (row: ExpressionBuilder<StoreTables, "work">) => Expression<SqlBool> {
  return (row) =>
    row.and([
      row("key", "=", claim.key),
      row("token", "=", claim.token),
      row("lease_owner", "=", claim.owner),
    ]);
}
