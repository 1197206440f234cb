import { momentOf } from "../analysis/simulation/moment.ts";
import type { Document } from "../policy/source/document.ts";
import { quoted } from "../policy/source/visible-text.ts";
import type { ReportFault } from "./config-fault.ts";
import { checkIgnoredId } from "./finding-ids.ts";
import type { GateConfigText } from "./gate-config-schema.ts";
import type { Suppression } from "./suppression.ts";

const dayMs = 86_400_000;

/** Reads `findings.ignore`; an id that must not be ignored, and a day that no calendar has, is a fault. */
export function readSuppressions(
  entries: NonNullable<NonNullable<GateConfigText["findings"]>["ignore"]>,
  document: Document,
  report: ReportFault,
): readonly Suppression[] {
  return entries.map(({ id, rule, reason, until }, index) => {
    const path = ["findings", "ignore", index];
    checkIgnoredId(id, [...path, "id"], report);
    const day = momentOf(until);
    if (day === undefined) {
      const message = `${quoted(until)} is no day of the calendar`;
      report([...path, "until"], { message, help: "write the last day, as 2026-12-31" });
    }
    const endsAt = (day ?? 0) + dayMs;
    return { id, rule, reason, until, endsAt, span: document.spanAt(path) };
  });
}
