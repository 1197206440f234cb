import { canonicalJson } from "../../policy/canonical-json.ts";
import { isMasked } from "../masked/mask.ts";
import type { LoggedCall } from "../platform-log/log-entry.ts";

/** What became of an approved call on its way to the run. */
export type Way =
  /** It ran with the arguments that were approved. */
  | "as-it-came"
  /** What ran next in its session was another request. */
  | "changed"
  /** It ran, and the log does not say with which arguments. */
  | "not-told"
  /** No run of it is in the log. */
  | "not-run";

/** How a held call ended; `seconds` from the call to the decision, where the log has both times. */
export type HeldEnd =
  | { readonly kind: "approved"; readonly way: Way; readonly seconds?: number }
  | {
      readonly kind: "denied";
      readonly seconds?: number;
      readonly by?: string;
      readonly note?: string;
    }
  /** Nobody decided; `seconds` to the newest record of the log. */
  | { readonly kind: "undecided"; readonly seconds?: number };

/** A call that waited for a person, with its end. */
export interface HeldCall {
  readonly kind: "held";
  readonly logged: LoggedCall;
  readonly end: HeldEnd;
}

/** Whether two records are of the same request, by their digests or else their arguments; undefined: the log does not say. */
export function isSameRequest(one: LoggedCall, other: LoggedCall): boolean | undefined {
  const digests = [one.trail.digest, other.trail.digest];
  if (digests.every((digest) => digest !== undefined)) return digests[0] === digests[1];
  const texts = [one, other].map(argumentsText);
  if (texts.includes(undefined)) return undefined;
  return texts[0] === texts[1];
}

function argumentsText({ extent, saved: { call } }: LoggedCall): string | undefined {
  const { args } = call;
  if (extent === "none" || args === undefined || isMasked(args)) return undefined;
  return canonicalJson(args);
}
