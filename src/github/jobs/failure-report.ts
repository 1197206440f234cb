import { createHash } from "node:crypto";
import type { CheckRunReport } from "../../report/review/check-run.ts";
import { errorReport } from "../../report/review/plain-report.ts";
import type { Claim } from "../../storage/work/claim.ts";
import { attemptLimit } from "./retry-time.ts";

/** What a check says while its work fails. The same failure of the same work has the same incident. */
export function failureReport({ key, attempts }: Claim, error: unknown): CheckRunReport {
  const because = reasonOf(error);
  const incident = createHash("sha256").update(`${key} ${because}`).digest("hex").slice(0, 12);
  return errorReport(because, incident, attempts >= attemptLimit);
}

/** One line that says what failed, without anything that a person wrote. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const line = message.split("\n", 1)[0] ?? "";
  return line.replace(/[`<>@#|[\]]/g, " ").slice(0, 300);
}
