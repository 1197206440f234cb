import { parsePattern } from "../../policy/pattern/parse-pattern.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";
import type { SpaceLimits } from "../decision-space/space-limits.ts";
import { TextTheory } from "../decision-space/text-theory.ts";

/** Texts that read well in an example, the best first; any text last. */
const readable: readonly Pattern[] = [
  "/^(?:not_)?[a-z][a-z0-9]*(?:[._@-][a-z0-9]+)*$/",
  "/^[!-~](?:[ -~]*[!-~])?$/",
  "*",
].map(parsePattern);

/** A text that all of `matching` match and none of `missing`, as plain as can be; undefined when none is known. */
export function matchingText(
  matching: readonly Pattern[],
  missing: readonly Pattern[],
  limits: SpaceLimits,
): string | undefined {
  const patterns = [...matching, ...missing, ...readable];
  const theory = new TextTheory(patterns, limits);
  const wanted = matching.map((_, index) => index);
  const unwanted = missing.map((_, index) => matching.length + index);
  for (const index of readable.keys()) {
    const style = matching.length + missing.length + index;
    const found = theory.find({ matching: [...wanted, style], missing: unwanted });
    if (found.kind === "text") return found.text;
  }
  return undefined;
}
