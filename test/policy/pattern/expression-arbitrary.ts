import fc from "fast-check";

/** Letters with odd case pairs, word and line boundaries, halves and pairs of surrogates. */
const characters = [
  ..."abkKsSßẞσςΣµμiIİıéÉωΩǄǅǆᾳᾼẛṡꭰᎠΐﬅﬆ0_- \n\r",
  "\u212a",
  "\u017f",
  "\u2126",
  "\u1fd3",
  "\u2028",
  "\u{10400}",
  "\u{10428}",
  "😀",
  "\ud83d",
  "\ude00",
  "\ud801",
];

const plain = fc.constantFrom(..."abAB_ ");
const character = fc.oneof({ weight: 3, arbitrary: plain }, fc.constantFrom(...characters));

/** Texts over the characters that the expressions are made of. */
export const texts: fc.Arbitrary<string> = fc
  .array(character, { maxLength: 7 })
  .map((parts) => parts.join(""));

type Mode = "" | "u" | "v";

const escapes = ["\\d", "\\w", "\\s", "\\D", "\\W", "\\S"];
const properties = [
  "\\p{Lu}",
  "\\P{Lu}",
  "\\p{Ll}",
  "\\P{Ll}",
  "\\p{L}",
  "\\p{Script=Greek}",
  "\\P{ASCII}",
];
const escapesOf: Record<Mode, readonly string[]> = {
  "": escapes,
  u: [...escapes, ...properties],
  v: [...escapes, ...properties],
};

function escaped(text: string): string {
  const hex = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`;
  return /^[\w ]$/u.test(text)
    ? text
    : Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join("");
}

function classes(mode: Mode): fc.Arbitrary<string> {
  const one = character.map(escaped);
  const range = fc
    .tuple(character, character)
    .map(([first, last]) => [first, last].sort(byCodePoint).map(escaped).join("-"));
  const element = fc.oneof(one, range, fc.constantFrom(...escapesOf[mode]));
  const negation = fc.constantFrom("", "^");
  const flat = fc
    .tuple(negation, fc.array(element, { maxLength: 3 }))
    .map(([sign, elements]) => `[${sign}${elements.join("")}]`);
  if (mode !== "v") {
    return flat;
  }
  const operand = fc.oneof(one, fc.constantFrom(...escapesOf.v), flat);
  const operation = fc
    .tuple(negation, operand, fc.constantFrom("&&", "--", ""), operand)
    .map(([sign, left, operator, right]) => `[${sign}${left}${operator}${right}]`);
  return fc.oneof(flat, operation);
}

function byCodePoint(one: string, other: string): number {
  return (one.codePointAt(0) ?? 0) - (other.codePointAt(0) ?? 0);
}

function bodies(mode: Mode): fc.Arbitrary<string> {
  const { alternatives } = fc.letrec<{ alternatives: string; sequence: string; element: string }>(
    (tie) => {
      const inner = tie("alternatives");
      const atom = fc.oneof(
        { maxDepth: 4, depthIdentifier: "expression" },
        character.map(escaped),
        classes(mode),
        fc.constantFrom(".", ...escapesOf[mode]),
        inner.map((body) => `(${body})`),
        inner.map((body) => `(?:${body})`),
      );
      const quantifier = fc.constantFrom(
        "*",
        "+",
        "?",
        "{2}",
        "{0,2}",
        "{1,}",
        "{0}",
        "*?",
        "+?",
        "??",
        "{1,3}?",
      );
      const lookaround = fc
        .tuple(fc.constantFrom("?=", "?!", "?<=", "?<!"), inner)
        .map(([opening, body]) => `(${opening}${body})`);
      return {
        alternatives: fc
          .array(tie("sequence"), { minLength: 1, maxLength: 3 })
          .map((all) => all.join("|")),
        sequence: fc.array(tie("element"), { maxLength: 4 }).map((all) => all.join("")),
        element: fc.oneof(
          { maxDepth: 4, depthIdentifier: "expression" },
          { weight: 6, arbitrary: atom },
          { weight: 3, arbitrary: fc.tuple(atom, quantifier).map((parts) => parts.join("")) },
          { weight: 2, arbitrary: fc.constantFrom("^", "$", "\\b", "\\B") },
          { weight: 1, arbitrary: fc.constantFrom("\\1", "(a|b)\\1", "(\\w)\\1", "(a?|bb)b*\\1") },
          { weight: 2, arbitrary: lookaround },
          { weight: 1, arbitrary: fc.tuple(lookaround, quantifier).map((parts) => parts.join("")) },
        ),
      };
    },
  );
  return alternatives;
}

/** Bodies and flags of expressions, most of which compile; `i` is always among the flags. */
export const expressions: fc.Arbitrary<{ readonly body: string; readonly flags: string }> = fc
  .tuple(fc.constantFrom<Mode>("", "", "u", "v"), fc.subarray(["d", "g", "m", "s", "y"]))
  .chain(([mode, others]) =>
    bodies(mode).map((body) => ({ body, flags: `${others.join("")}i${mode}` })),
  );

/** Whether the running engine takes it for an expression. */
export function compiles(body: string, flags: string): boolean {
  try {
    new RegExp(body, flags);
    return true;
  } catch {
    return false;
  }
}
