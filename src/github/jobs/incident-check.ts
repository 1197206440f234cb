import type { CheckRunReport } from "../../report/review/check-run.ts";
import { type DecisionEntry, recordedPart } from "../../storage/decisions/decision-entry.ts";
import type { Store } from "../../storage/store.ts";
import type { CommitCheck } from "../publish/commit-check.ts";

/** Writes the check of a commit again that landed without approval; nothing where none did. */
export async function rewriteIncident(
  store: Store,
  {
    repositoryId,
    headSha,
    check,
  }: { readonly repositoryId: number; readonly headSha: string; readonly check: CommitCheck },
): Promise<void> {
  const incident = await store.decisions.incidentOn(repositoryId, headSha);
  const report = incident && recordedReport(incident);
  if (report !== undefined) await check.conclude(report);
}

/** What the check said, as the record of an incident keeps it. */
function recordedReport(incident: DecisionEntry): CheckRunReport | undefined {
  return recordedPart(incident, "check") as unknown as CheckRunReport | undefined;
}
