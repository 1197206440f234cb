import { createHash } from "node:crypto";
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

/** A call that waited for a person, with its end, and what whoever follows it wanted kept of it until then. */
export interface HeldCall<Kept> {
  readonly kind: "held";
  readonly kept: Kept;
  readonly end: HeldEnd;
}

/** What tells requests apart, as far as a record says: the platform's digest, and one of the arguments where all are known. */
export interface RequestMark {
  readonly digest: string | undefined;
  readonly args: string | undefined;
}

/** The mark of a recorded call. */
export function requestMark({ extent, saved, trail }: LoggedCall): RequestMark {
  const { args } = saved.call;
  const isKnown = extent !== "none" && args !== undefined && !isMasked(args);
  return {
    digest: trail.digest,
    // A digest of our own, because arguments can be long and are kept while the call is followed.
    args: isKnown ? createHash("sha256").update(canonicalJson(args)).digest("base64") : undefined,
  };
}

/** Whether two records are of the same request; undefined: the log does not say. */
export function isSameRequest(one: RequestMark, other: RequestMark): boolean | undefined {
  for (const by of ["digest", "args"] as const) {
    if (one[by] !== undefined && other[by] !== undefined) return one[by] === other[by];
  }
  return undefined;
}
