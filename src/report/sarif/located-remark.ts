import type { Finding } from "../../analysis/findings/finding.ts";
import type { BadLine } from "../../analysis/simulation/bad-line.ts";
import type { UnmetExpectation } from "../../analysis/simulation/simulation.ts";
import type { Policy } from "../../policy/policy.ts";
import { diagnosticKey, findingKey } from "../../review/standing-remarks.ts";
import type { Suppressible } from "../../review/suppression.ts";
import { callPath } from "../call-phrase.ts";
import { phraseText } from "../document/document-text.ts";
import { plain } from "../document/paint.ts";
import type { Remark } from "../remark.ts";
import { unmetSentence } from "../simulation-report.ts";
import { unreadableCall } from "./remark-kinds.ts";
import type { SarifRegion } from "./sarif-log.ts";

/** Something to be said at a place of a file. */
export interface LocatedRemark {
  readonly remark: Remark & Pick<Partial<Finding>, "witness" | "contrast" | "related">;
  readonly file: string;
  readonly region: SarifRegion;
  /** The same for the same remark, wherever its line is. */
  readonly identity: string;
  /** It was there before a change; absent where there is no before. */
  readonly standing?: boolean;
  /** Why it is not to count. */
  readonly ignoredBecause?: string;
}

/** Where a remark is about a manifest as a whole, its first line is named: GitHub shows nothing that has no line. */
const wholeFile: SarifRegion = { startLine: 1 };

/** What a reader or analysis says, at its place, or of `file` where no place in a text stands for it. */
export function located(
  remark: Suppressible,
  file: string,
  policy: Policy | undefined,
): LocatedRemark {
  return {
    ...placed(remark, file),
    identity: "why" in remark ? findingKey(remark, policy) : diagnosticKey(remark),
  };
}

/** The same of any remark. */
export function placed(remark: LocatedRemark["remark"], file: string): LocatedRemark {
  const { id, message, span } = remark;
  const identity = JSON.stringify([id, message]);
  if (span === undefined) return { remark, file, region: wholeFile, identity };
  const { start, end } = span;
  const region = {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
  return { remark, file: span.file, region, identity };
}

/** A pinned decision that does not hold, at its line. */
export function locatedUnmet(unmet: UnmetExpectation): LocatedRemark {
  const { saved, expect, decision } = unmet;
  const id = "expectation";
  return {
    remark: { id, severity: "error", message: phraseText(unmetSentence(unmet), plain) },
    file: saved.file,
    region: { startLine: saved.line },
    identity: JSON.stringify([id, callPath(saved.call), expect, decision.effect]),
  };
}

/** A line of the saved calls that cannot be read. */
export function locatedBadLine({ file, line, reason, help }: BadLine): LocatedRemark {
  const id = unreadableCall;
  return {
    remark: { id, severity: "error", message: reason, ...(help === undefined ? {} : { help }) },
    file,
    region: { startLine: line },
    identity: JSON.stringify([id, reason]),
  };
}
