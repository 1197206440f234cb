import type { Call, Json } from "../../policy/call.ts";
import type { Decision } from "../../policy/decision.ts";
import { evaluate } from "../../policy/evaluate.ts";
import { parsePattern } from "../../policy/pattern/parse-pattern.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";
import { callTarget } from "../decision-space/call-target.ts";
import type { PlacedRule } from "../decision-space/placed-rules.ts";
import type { FindingContext } from "./finding-context.ts";
import { matchingText } from "./matching-text.ts";

/** A call that the rule decides, as readable as can be; undefined when there is none or none is known. */
export function exampleOf(context: FindingContext, placed: PlacedRule): Call | undefined {
  for (const { space, entries } of context.layers) {
    const at = entries.findIndex(({ rule }) => rule === placed.rule);
    const entry = entries[at];
    const call = entry && context.call({ space, applying: [entry], passing: entries.slice(0, at) });
    if (call !== undefined) return { ...call, risk: "write" };
  }
  return undefined;
}

/** A call that the rule decides, whose path `missing` does not match; in its other parts it is like `example`. */
export function exampleBeside(
  context: FindingContext,
  placed: PlacedRule,
  { missing, example }: { readonly missing: Pattern; readonly example: Call },
): Call | undefined {
  const { match, layer } = placed.rule;
  const { connector, args = {} } = example;
  const inConnector = parsePattern(`/^${connector}\\.[^]/`);
  const wanted = layer === "project" ? [match, inConnector] : [match];
  const text = matchingText(wanted, [missing], context.limits);
  if (text === undefined || text === "") return undefined;
  const target = callTarget(layer === "project" ? null : connector, text);
  const call: Call = { ...target, connector, args, risk: "write" };
  return isDecidedBy(evaluate(context.policy, call), placed) ? call : undefined;
}

/** Whether the rule made the decision. */
export function isDecidedBy(decision: Decision, { reference, rule }: PlacedRule): boolean {
  const by = decision.rule;
  return (
    decision.effect === rule.effect &&
    by !== undefined &&
    by.layer === reference.layer &&
    by.index === reference.index
  );
}

/** The call with an argument set, or undefined where its path leads through a value that is no map. */
export function withArgument(call: Call, path: string, value: Json): Call | undefined {
  const args = withValue({ ...call.args }, path.split("."), value);
  return args === undefined ? undefined : { ...call, args };
}

interface JsonMap {
  readonly [key: string]: Json;
}

function withValue(
  map: JsonMap,
  [name = "", ...rest]: readonly string[],
  value: Json,
): JsonMap | undefined {
  if (rest.length === 0) return { ...map, [name]: value };
  const inner = map[name] ?? {};
  if (!isMap(inner)) return undefined;
  const filled = withValue(inner, rest, value);
  return filled && { ...map, [name]: filled };
}

function isMap(value: Json): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
