import type { Paint } from "./paint.ts";

/**
 * A stretch of a sentence. `words` are Countersign's own and safe to print anywhere; `quoted` is text of a policy, a
 * corpus or a command line, which every renderer shows as code, with nothing invisible left in it. `bare`: a terminal
 * shows it without backticks, because it stands alone (in a table, as a place).
 */
export type Piece =
  | { readonly kind: "words"; readonly text: string; readonly tone?: Tone }
  | { readonly kind: "quoted"; readonly text: string; readonly bare?: true };

/** A colour that underlines what the words say already; it never says anything alone. */
export type Tone = keyof Paint;

/** A sentence or a part of one. */
export type Phrase = readonly Piece[];

/**
 * Writes a phrase. What stands in the template is words, a number too; a string put into it is always quoted, so no
 * foreign text can become words by an oversight. A phrase put into it stays as it is.
 */
export function phrase(
  template: TemplateStringsArray,
  ...values: readonly (string | number | Phrase)[]
): Phrase {
  return template.flatMap((text, index) => [...words(text), ...pieces(values[index] ?? [])]);
}

/** Countersign's own words as a phrase, with a tone if one helps. */
export function words(text: string, tone?: Tone): Phrase {
  return text === "" ? [] : [{ kind: "words", text, ...(tone === undefined ? {} : { tone }) }];
}

/** Foreign text as a phrase. */
export function quotedText(text: string): Phrase {
  return [{ kind: "quoted", text }];
}

/** Foreign text that stands alone. */
export function bareText(text: string): Phrase {
  return [{ kind: "quoted", text, bare: true }];
}

/** Puts phrases together with words between them. */
export function joined(phrases: readonly Phrase[], separator: string): Phrase {
  return phrases.flatMap((part, index) => (index === 0 ? part : [...words(separator), ...part]));
}

function pieces(value: string | number | Phrase): Phrase {
  if (typeof value === "string") return quotedText(value);
  return typeof value === "number" ? words(String(value)) : value;
}
