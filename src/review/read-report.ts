import { quoted } from "../policy/source/visible-text.ts";
import type { ReportFault } from "./config-fault.ts";
import type { ScheduledReport } from "./gate-config.ts";
import type { GateConfigText } from "./gate-config-schema.ts";
import { readDuration } from "./read-duration.ts";

const usual = "7d";

/** A report a day is read by nobody as it is. */
const shortest = 86_400_000;

/** Reads what the app reports by itself; what cannot be is a fault. */
export function readReport(
  { log, every = usual }: NonNullable<GateConfigText["report"]>,
  report: ReportFault,
): ScheduledReport {
  const milliseconds = readDuration(every, ["report", "every"], report);
  if (milliseconds > 0 && milliseconds < shortest) {
    const message = `a report covers at least a day, and ${quoted(every)} is less`;
    report(["report", "every"], { message, help: "write 1d or more" });
  }
  return { log: typeof log === "string" ? [log] : log, every: milliseconds };
}
