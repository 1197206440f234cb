import { quoted } from "../../policy/source/visible-text.ts";
import type { Blocker } from "../../review/blocker.ts";
import { gateConfigPath } from "../../review/gate-config.ts";
import type { Judged, JudgedProject } from "../../review/judged-project.ts";
import type { Review } from "../../review/review-change.ts";
import type { Suppressible } from "../../review/suppression.ts";
import { placeKey } from "../review/annotations.ts";
import { headline, verdictTitle } from "../review/headline.ts";
import { suppressionWords } from "./lint-sarif.ts";
import { type LocatedRemark, located, locatedUnmet, placed } from "./located-remark.ts";
import type { SarifReport } from "./sarif-report.ts";
import { savedCallNotes, savedCallRemarks } from "./saved-call-remarks.ts";

/**
 * What is wrong with files as a change leaves them: what closes the gate as an error, whatever else it is; what stood
 * before as such; what is ignored with the reason. That owners must approve is no defect of a file: the verdict is a note.
 */
export function reviewSarif(review: Review): SarifReport {
  const { projects, blockers, corpus, suppressionFindings, configRemarks } = review;
  const closing = new Set(blockers.map(placeKey));
  const said = [
    ...projects.flatMap(projectRemarks),
    ...[...suppressionFindings, ...configRemarks].map((remark) =>
      located(remark, gateConfigPath, undefined),
    ),
  ];
  const known = new Set(said.map(({ remark }) => placeKey(remark)));
  const replays = projects.flatMap(({ simulation }) => simulation ?? []);
  return {
    command: "review",
    remarks: [
      ...blockers
        .filter((blocker) => blocker.kind !== "expectation" && !known.has(placeKey(blocker)))
        .map((blocker) => blockerRemark(blocker, projects)),
      ...replays.flatMap(savedCallRemarks),
      ...(corpus?.kind === "compared" ? corpus.change.unmet.map(locatedUnmet) : []),
      ...said.map((one) => (closing.has(placeKey(one.remark)) ? closed(one) : one)),
    ],
    notes: [
      { level: "note", text: verdictTitle(review) },
      { level: "note", text: headline(review) },
      ...replays.flatMap(savedCallNotes),
    ],
  };
}

/** What is said of a project as it will be. */
function projectRemarks({
  change,
  findings,
  diagnostics,
}: JudgedProject): readonly LocatedRemark[] {
  const { root = change.name, policy } = change.head;
  const judged: readonly Judged<Suppressible>[] = [...diagnostics, ...findings];
  return judged.map(({ remark, standing, ignoredBy }) => ({
    ...located(remark, root, policy),
    standing,
    ...(ignoredBy === undefined ? {} : { ignoredBecause: suppressionWords(ignoredBy) }),
  }));
}

/** What closes the gate and is said by nothing else; a file that cannot be taken is named itself. */
function blockerRemark(
  { kind, message, help, span }: Blocker,
  projects: readonly JudgedProject[],
): LocatedRemark {
  const remark = {
    id: kind,
    severity: "error",
    message,
    ...(help === undefined ? {} : { help }),
    ...(span === undefined ? {} : { span }),
  } as const;
  const fault = projects
    .flatMap(({ change }) => change.head.faults)
    .find(({ path }) => message.startsWith(quoted(path)));
  return placed(remark, fault?.path ?? gateConfigPath);
}

/** The same as an error. */
function closed(one: LocatedRemark): LocatedRemark {
  return { ...one, remark: { ...one.remark, severity: "error" } };
}
