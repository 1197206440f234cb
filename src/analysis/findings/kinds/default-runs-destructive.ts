import type { Call } from "../../../policy/call.ts";
import { evaluate } from "../../../policy/evaluate.ts";
import { callWords } from "../call-words.ts";
import type { FindingKind } from "../finding-kind.ts";
import { knownActions } from "../known-actions.ts";
import { enumerated } from "../rule-name.ts";

/** Actions that destroy, of which no rule speaks, in a policy that lets such calls run. */
export const defaultRunsDestructive: FindingKind = {
  id: "default-runs-destructive",
  severity: "warning",
  meaning: "no rule speaks of an action that is known to destroy, and `default_mode` lets it run",
  find: (context) => {
    if (context.policy.defaultMode !== "allow_all") return [];
    const calls = knownActions(context)
      .filter(({ risk }) => risk === "destructive")
      .map((known): Call => ({ ...known, args: {} }))
      .filter((call) => evaluate(context.policy, call).source === "allow_all");
    const [witness] = calls;
    if (witness === undefined) return [];
    const one = calls.length === 1;
    return [
      {
        message: `${one ? "a destructive action runs" : `${calls.length} destructive actions run`} because no rule speaks of ${one ? "it" : "them"}`,
        why: `\`default_mode: allow_all\` decides ${enumerated(calls.map(callWords))}`,
        help: "write `default_mode: risk` under `policy`, or rules that hold or block such actions",
        witness,
      },
    ];
  },
};
