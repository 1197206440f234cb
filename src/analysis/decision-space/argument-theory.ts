import type { Json } from "../../policy/call.ts";
import { parsePattern } from "../../policy/pattern/parse-pattern.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";
import { certain } from "../automaton/certain.ts";
import type { PatternLanguage } from "../automaton/pattern-language.ts";
import { lengthPath } from "./argument-path.ts";
import { argumentTree } from "./argument-tree.ts";
import type { Atom } from "./atom.ts";
import {
  activePaths,
  type Claims,
  type ClaimsByPath,
  excludeEachOther,
  isLengthOfActive,
} from "./claims.ts";
import type { SpaceLimits } from "./space-limits.ts";
import { type TextAnswer, TextTheory } from "./text-theory.ts";

/** Which atoms are true and which are false; atoms that are not here may be either. */
export type Assignment = ReadonlyMap<number, boolean>;

/** Whether some arguments make an assignment true, or why that is not known. */
export type Satisfiability =
  | { readonly kind: "yes" }
  | { readonly kind: "no" }
  | { readonly kind: "unknown"; readonly because: string };

const longestList = 10_000;
/** What `String` makes of the length of a list that is not empty. */
const listLength = parsePattern("/^[1-9][0-9]*$/");
/** Texts that read well in an example. */
const plainText = parsePattern("/^[\\w@.#][\\w@.#:\\/ -]*$/");

/**
 * Decides which assignments of truth to argument atoms some arguments have.
 *
 * A value makes an atom true when it is a text, or a non-empty list, nested anyhow, of texts that all match. So a path with
 * a true atom has nothing below it but, for a list, its `length`; and of the patterns that must not match, each may be
 * missed by another element of the list. Paths without a true atom are free: nothing need be there. Numbers and booleans
 * add nothing, since their texts are texts.
 */
export class ArgumentTheory {
  readonly #atoms: readonly Atom[];
  readonly #patternOf: readonly number[];
  readonly #listLength: number;
  readonly #plainText: number;
  readonly #texts: TextTheory;

  constructor(atoms: readonly Atom[], limits: SpaceLimits) {
    const patterns: Pattern[] = [];
    const numbers = new Map<string, number>();
    const numberOf = (pattern: Pattern): number => {
      const key = `${pattern.kind} ${pattern.text}`;
      const known = numbers.get(key) ?? patterns.push(pattern) - 1;
      numbers.set(key, known);
      return known;
    };
    this.#atoms = atoms;
    this.#patternOf = atoms.map((atom) => (atom.kind === "argument" ? numberOf(atom.pattern) : -1));
    this.#listLength = numberOf(listLength);
    this.#plainText = numberOf(plainText);
    this.#texts = new TextTheory(patterns, limits);
  }

  /** The language of an argument atom's pattern; undefined for an atom about the path. */
  languageOf(atom: number): PatternLanguage | undefined {
    return this.#texts.language(certain(this.#patternOf[atom]));
  }

  /** Whether some arguments make the assignment true. Unknown when it says anything about a path atom. */
  check(assignment: Assignment): Satisfiability {
    const claims = this.#claims(assignment);
    const active = activePaths(claims);
    if (excludeEachOther(active)) {
      return { kind: "no" };
    }
    const opaquePath = [...assignment.keys()].find((atom) => this.#atoms[atom]?.kind === "path");
    let answer: Satisfiability =
      opaquePath === undefined ? { kind: "yes" } : this.#unknownPath(opaquePath);
    for (const path of active.filter((one) => !isLengthOfActive(claims, one))) {
      const needed = certain(claims.get(path));
      for (const found of [...this.#leaves(needed), ...this.#lengthNeeded(claims, path)]) {
        if (found.kind === "none") {
          return { kind: "no" };
        }
        answer = found.kind === "unknown" ? found : answer;
      }
    }
    return answer;
  }

  /** Arguments that make the assignment true, path atoms aside; undefined where none could be put together. */
  witness(assignment: Assignment): { readonly [key: string]: Json } | undefined {
    const claims = this.#claims(assignment);
    const values: (readonly [string, Json])[] = [];
    for (const path of activePaths(claims).filter((one) => !isLengthOfActive(claims, one))) {
      const value = this.#value(claims, path);
      if (value === undefined) {
        return undefined;
      }
      values.push([path, value]);
    }
    return argumentTree(values);
  }

  #claims(assignment: Assignment): ClaimsByPath {
    const claims = new Map<string, { matching: number[]; missing: number[] }>();
    for (const [number, value] of assignment) {
      const atom = this.#atoms[number];
      if (atom?.kind === "argument") {
        const known = claims.get(atom.arg) ?? { matching: [], missing: [] };
        known[value ? "matching" : "missing"].push(certain(this.#patternOf[number]));
        claims.set(atom.arg, known);
      }
    }
    return claims;
  }

  #unknownPath(atom: number): Satisfiability {
    const text = this.#atoms[atom]?.pattern.text;
    return { kind: "unknown", because: `\`${text}\` cannot be compared with other patterns` };
  }

  /** A text for each element that a list at the path must have; the first alone where one text serves. */
  #leaves({ matching, missing }: Claims): TextAnswer[] {
    return missing.length === 0
      ? [this.#texts.find({ matching, missing })]
      : missing.map((one) => this.#texts.find({ matching, missing: [one] }));
  }

  /** What the claims about the length of a value at the path come to. */
  #lengthNeeded(claims: ClaimsByPath, path: string): TextAnswer[] {
    const length = claims.get(lengthPath(path));
    if (length === undefined) {
      return [];
    }
    if (length.matching.length > 0) {
      return [this.#length(length)];
    }
    const scalar = this.#texts.find(certain(claims.get(path)));
    if (scalar.kind === "text") {
      return [];
    }
    const list = this.#length(length);
    return list.kind === "none" && scalar.kind === "unknown" ? [scalar] : [list];
  }

  /** A number of elements, in digits. */
  #length({ matching, missing }: Claims): TextAnswer {
    const found = this.#texts.find({ matching: [...matching, this.#listLength], missing });
    return found.kind === "text" && Number(found.text) > longestList
      ? { kind: "unknown", because: `a list of ${found.text} elements is too long to try` }
      : found;
  }

  #value(claims: ClaimsByPath, path: string): Json | undefined {
    const needed = certain(claims.get(path));
    const length = claims.get(lengthPath(path));
    const scalar = this.#readable(needed);
    if (scalar !== undefined && (length === undefined || length.matching.length === 0)) {
      return scalar;
    }
    const missed = needed.missing.map((one) => [one]);
    const elements = (missed.length === 0 ? [[]] : missed).map((missing) =>
      this.#readable({ matching: needed.matching, missing }),
    );
    const texts = elements.filter((one) => one !== undefined);
    if (texts.length < elements.length) {
      return undefined;
    }
    return length === undefined ? [...new Set(texts)] : this.#listOf([...new Set(texts)], length);
  }

  /** A list of the wanted length whose texts are all of `texts`: the last element holds those that have no place. */
  #listOf(texts: readonly string[], length: Claims): Json | undefined {
    const found = this.#length(length);
    if (found.kind !== "text") {
      return undefined;
    }
    const count = Number(found.text);
    const [first = ""] = texts;
    return count >= texts.length
      ? Array.from({ length: count }, (_, index) => texts[index] ?? first)
      : [...texts.slice(0, count - 1), texts.slice(count - 1)];
  }

  #readable({ matching, missing }: Claims): string | undefined {
    for (const patterns of [[...matching, this.#plainText], matching]) {
      const found = this.#texts.find({ matching: patterns, missing });
      if (found.kind === "text") {
        return found.text;
      }
    }
    return undefined;
  }
}
