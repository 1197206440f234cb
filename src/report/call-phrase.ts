import type { Call } from "../policy/call.ts";
import { joined, type Phrase, phrase, words } from "./document/phrase.ts";
import type { ShownArgument } from "./shown-arguments.ts";

/** `stripe.create_refund`: what people call a call. */
export function callPath({ connector, action }: Call): string {
  return `${connector}.${action}`;
}

/** A saved call with what of its arguments may be shown: ``stripe.create_refund` with `reason` `"duplicate"``. */
export function savedCallPhrase(call: Call, shown: readonly ShownArgument[]): Phrase {
  const path = phrase`${callPath(call)}`;
  if (call.args === undefined) return phrase`${path}, arguments not available`;
  if (shown.length === 0) return path;
  return phrase`${path} with ${joined(shown.map(argumentPhrase), ", ")}`;
}

/** An invented call, with all that it says. */
export function witnessPhrase({ connector, action, args = {}, risk }: Call): Phrase {
  const shown = Object.keys(args).length === 0 ? "" : ` ${JSON.stringify(args)}`;
  const as = risk === undefined ? [] : words(` (${risk})`);
  return phrase`${`${connector}.${action}${shown}`}${as}`;
}

function argumentPhrase(argument: ShownArgument): Phrase {
  switch (argument.kind) {
    case "shown":
      return phrase`${argument.path} ${argument.text}`;
    case "withheld":
      return phrase`${argument.path} (not shown)`;
    case "absent":
      return phrase`no ${argument.path}`;
  }
}
