import type { Simulation } from "../../analysis/simulation/simulation.ts";
import { type LocatedRemark, locatedBadLine, locatedUnmet } from "./located-remark.ts";
import type { RunNote } from "./sarif-report.ts";

type Tested = Pick<Simulation, "expectations" | "unmet" | "badLines">;

/** What is wrong with saved calls at their lines: pinned decisions that do not hold, and lines that cannot be read. */
export function savedCallRemarks({ unmet, badLines }: Tested): readonly LocatedRemark[] {
  return [...unmet.map(locatedUnmet), ...badLines.first.map(locatedBadLine)];
}

/** How many more of both there are than are listed. */
export function savedCallNotes({ expectations, unmet, badLines }: Tested): readonly RunNote[] {
  return [
    ...moreNote(expectations.unmet - unmet.length, "pinned decisions that do not hold"),
    ...moreNote(badLines.count - badLines.first.length, "lines that could not be read"),
  ];
}

function moreNote(count: number, what: string): readonly RunNote[] {
  return count > 0 ? [{ level: "warning", text: `${what}, beside those listed: ${count}` }] : [];
}
