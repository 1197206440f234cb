import { readConditions } from "../policy/dialects/kortix/conditions.ts";
import { isFault } from "../policy/dialects/kortix/fault.ts";
import type { Effect } from "../policy/effect.ts";
import { parsePattern } from "../policy/pattern/parse-pattern.ts";
import type { Document } from "../policy/source/document.ts";
import { quoted } from "../policy/source/visible-text.ts";
import type { ConfigPath, ReportFault } from "./config-fault.ts";
import type { Invariant } from "./gate-config.ts";
import type { GateConfigText } from "./gate-config-schema.ts";

type InvariantText = NonNullable<GateConfigText["invariants"]>[number];

const effects: Readonly<Record<NonNullable<InvariantText["never"]>, Effect>> = {
  run: "always_run",
  hold: "require_approval",
  block: "block",
  always_run: "always_run",
  require_approval: "require_approval",
};

/** Reads one invariant. Its pattern and its exemptions are read as a rule's are; what a rule may not say is a fault. */
export function readInvariant(
  text: InvariantText,
  path: ConfigPath,
  document: Document,
  report: ReportFault,
): Invariant {
  const call = parsePattern(text.call);
  if (call.kind === "dead") {
    const message = `${quoted(text.call)} matches no call: ${call.because}`;
    report([...path, "call"], { message, help: "mend the expression" });
  }
  const unless = readConditions({ value: { conditions: text.unless }, path, document });
  if (isFault(unless)) {
    const place = unless.place.path.slice(path.length + 1);
    report([...path, "unless", ...place], { message: unless.because, help: unless.help });
  }
  return {
    call: text.call,
    demand: demandOf(text),
    unless: isFault(unless) ? [] : unless,
  };
}

/** The schema lets exactly one of the two through. */
function demandOf({ at_least, never = "run" }: InvariantText): Invariant["demand"] {
  return at_least === undefined
    ? { kind: "never", effect: effects[never] }
    : { kind: "at-least", effect: effects[at_least] };
}
