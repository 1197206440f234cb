import { type CharacterSet, isEmpty } from "../../policy/pattern/character-set.ts";

/**
 * A regular expression over whole characters (code points), free of any engine's habits: case, `.`, `\w` and flags are already
 * spelled out as sets. It is searched in a text, not anchored.
 *
 * INVARIANT, kept by the functions below: `nothing` and `empty` stand alone or as an option, and sets are not empty.
 */
export type TextExpression =
  | { readonly kind: "nothing" }
  | { readonly kind: "empty" }
  | { readonly kind: "character"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly parts: readonly TextExpression[] }
  | { readonly kind: "choice"; readonly options: readonly TextExpression[] }
  | Repeat
  | { readonly kind: "start" | "end"; readonly multiline: boolean }
  | { readonly kind: "word-boundary"; readonly negate: boolean; readonly word: CharacterSet }
  | Look;

/** A part several times; `max` may be infinite. */
export interface Repeat {
  readonly kind: "repeat";
  readonly part: TextExpression;
  readonly min: number;
  readonly max: number;
}

/** Whether the body matches right behind, or right before, this place. */
export interface Look {
  readonly kind: "look";
  readonly direction: "ahead" | "behind";
  readonly negate: boolean;
  readonly body: TextExpression;
}

/** Matches no text. */
export const nothing: TextExpression = { kind: "nothing" };

/** Matches at every place. */
export const empty: TextExpression = { kind: "empty" };

/** One character of a set. */
export function character(set: CharacterSet): TextExpression {
  return isEmpty(set) ? nothing : { kind: "character", set };
}

/** One part behind the other. */
export function sequence(parts: readonly TextExpression[]): TextExpression {
  const flat = parts.flatMap((part) => (part.kind === "sequence" ? part.parts : [part]));
  if (flat.some(({ kind }) => kind === "nothing")) return nothing;
  const shown = flat.filter(({ kind }) => kind !== "empty");
  const [only, ...others] = shown;
  if (only === undefined) return empty;
  return others.length === 0 ? only : { kind: "sequence", parts: shown };
}

/** Any one of the options. */
export function choice(options: readonly TextExpression[]): TextExpression {
  const possible = options.filter(({ kind }) => kind !== "nothing");
  const [only, ...others] = possible;
  if (only === undefined) return nothing;
  return others.length === 0 ? only : { kind: "choice", options: possible };
}

/** A part from `min` to `max` times. */
export function repeat(part: TextExpression, min: number, max: number): TextExpression {
  if (max === 0 || part.kind === "empty" || (part.kind === "nothing" && min === 0)) return empty;
  return part.kind === "nothing" || (min === 1 && max === 1)
    ? part
    : { kind: "repeat", part, min, max };
}

/** A lookaround. */
export function look({ direction, negate, body }: Omit<Look, "kind">): TextExpression {
  if (body.kind === "nothing") return negate ? empty : nothing;
  if (body.kind === "empty") return negate ? nothing : empty;
  return { kind: "look", direction, negate, body };
}
