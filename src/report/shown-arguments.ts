import type { Call, Json } from "../policy/call.ts";
import { valueAt } from "../policy/evaluate-condition.ts";
import type { Policy } from "../policy/policy.ts";
import { holdsCredential, isCredentialName } from "./privacy/credential.ts";
import { readArguments } from "./privacy/read-arguments.ts";
import { isRedacted } from "./privacy/redaction.ts";

/** What a report may say about one argument of a saved call. */
export type ShownArgument = { readonly path: string } & (
  | {
      readonly kind: "shown";
      /** The value as JSON, at most 80 characters; maps in it are left out. */
      readonly text: string;
    }
  | { readonly kind: "withheld" }
  | { readonly kind: "absent" }
);

/** What decides what may be shown of a saved call. */
export interface Disclosure {
  /** The policies whose rules read arguments. */
  readonly policies: readonly Policy[];
  /** Argument paths that are never shown, `customer.*`. */
  readonly redact: readonly string[];
}

/** Characters of a value that are shown. */
export const longestValue = 80;

/**
 * What of a saved call's arguments may be shown: only those that a condition of a rule reads which can match the call,
 * in the order of their paths. Withheld: paths under a pattern of `redact`, names and values that look like a
 * credential. Nothing for a call whose arguments are not available.
 */
export function shownArguments(
  call: Call,
  { policies, redact }: Disclosure,
): readonly ShownArgument[] {
  const { args } = call;
  if (args === undefined) return [];
  return readArguments(call, policies).map((path) =>
    shownArgument(path, valueAt(args, path), redact),
  );
}

function shownArgument(
  path: string,
  value: Json | undefined,
  redact: readonly string[],
): ShownArgument {
  if (value === undefined) return { path, kind: "absent" };
  if (isCredentialName(path) || isWithheld(path, value, redact)) return { path, kind: "withheld" };
  return { path, kind: "shown", text: cut(compact(value)) };
}

function isWithheld(path: string, value: Json, redact: readonly string[]): boolean {
  if (isRedacted(path, redact)) return true;
  if (isList(value)) {
    return value.some((item, index) => isWithheld(`${path}.${index}`, item, redact));
  }
  return typeof value !== "object" && holdsCredential(String(value));
}

/** JSON, but for what stands in a map: no condition read that. */
function compact(value: Json): string {
  if (isList(value)) return `[${value.map(compact).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return Object.keys(value).length === 0 ? "{}" : "{…}";
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function cut(text: string): string {
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}
