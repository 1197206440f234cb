import type { Risk } from "../../policy/call.ts";
import type { FindingContext } from "./finding-context.ts";

/** An action that is known to exist. */
export interface KnownAction {
  readonly connector: string;
  readonly action: string;
  readonly risk?: Risk;
}

/** The known actions of every connector that the policy speaks of: it declares it, or names it in a rule. */
export function knownActions(context: FindingContext): readonly KnownAction[] {
  const { policy, layers } = context;
  return layers
    .flatMap(({ space: { connector } }) => connector ?? [])
    .filter(
      (slug) =>
        policy.connectors?.has(slug) === true ||
        policy.rules.some(({ match }) => match.text.startsWith(`${slug}.`)),
    )
    .flatMap((connector) =>
      [...(context.actions(connector) ?? [])].map(([action, risk]) => ({
        connector,
        action,
        ...(risk === undefined ? {} : { risk }),
      })),
    );
}
