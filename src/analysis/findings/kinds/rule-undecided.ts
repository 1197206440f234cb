import { quoted } from "../../../policy/source/visible-text.ts";
import type { PlacedRule } from "../../decision-space/placed-rules.ts";
import { aboutRule } from "../about-rule.ts";
import type { FindingKind, Found } from "../finding-kind.ts";
import { shadowsOf } from "../shadowed-rules.ts";
import { cover } from "./rule-overruled.ts";

/** A rule about which nothing could be proved; said so that silence means proof. */
export const ruleUndecided: FindingKind = {
  id: "rule-undecided",
  severity: "info",
  meaning: "whether the rule ever decides a call, or is decided otherwise, could not be found out",
  find: (context) => [
    ...context.rules.flatMap((placed) => {
      const proof = context.proof(placed.rule);
      return proof.kind === "unknown" ? [undecided(placed, proof.because)] : [];
    }),
    ...shadowsOf(context)
      .single.filter(({ overruled }) => overruled === undefined)
      .map((one) =>
        undecided(one.shadowed, `${cover(one)}, but whether otherwise could not be found out`),
      ),
  ],
};

function undecided(placed: PlacedRule, why: string): Found {
  return aboutRule(placed, {
    message: `what rule ${quoted(placed.reference.match)} is good for could not be proved`,
    why,
    help: "write a simpler pattern, without references back to a group",
  });
}
