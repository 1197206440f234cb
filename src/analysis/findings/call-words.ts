import type { Call } from "../../policy/call.ts";
import { quoted } from "../../policy/source/visible-text.ts";

/** A call in one line: `stripe.create_refund {"reason":"x"}`; no braces where no argument matters. */
export function callWords({ connector, action, args }: Call): string {
  const written = JSON.stringify({ ...args });
  return quoted(`${connector}.${action}${written === "{}" ? "" : ` ${written}`}`);
}
