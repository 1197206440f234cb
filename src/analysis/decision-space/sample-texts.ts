import { matchPattern } from "../../policy/pattern/match-pattern.ts";
import type { Pattern } from "../../policy/pattern/pattern.ts";
import { Acceptor } from "../automaton/acceptor.ts";
import { sharedAlphabet } from "../automaton/alphabet.ts";
import { certain } from "../automaton/certain.ts";
import type { Dfa } from "../automaton/dfa.ts";
import { Meter } from "../automaton/meter.ts";
import { expandedLanguage } from "../automaton/pattern-language.ts";
import { withinBudget } from "./within-budget.ts";

const mostTried = 2000;
const mostFound = 40;

/**
 * Some texts that a pattern matches: those of its expansion where it refers back to groups that can capture few words, then
 * what can be put together from the letters that it is written with. For patterns that no automaton stands for; there may be
 * others, and none may be found.
 */
export function sampleTexts(pattern: Pattern): readonly string[] {
  const expanded = expandedTexts(pattern).filter((text) => matchPattern(pattern, text) === "match");
  return expanded.length === 0 ? composedTexts(pattern) : expanded;
}

function composedTexts(pattern: Pattern): readonly string[] {
  const pieces = piecesOf(pattern.text);
  const tried = [""];
  const found: string[] = [];
  for (const text of tried) {
    if (matchPattern(pattern, text) === "match" && found.push(text) === mostFound) {
      return found;
    }
    tried.push(...pieces.slice(0, mostTried - tried.length).map((piece) => text + piece));
  }
  return found;
}

/** Runs of plain characters, with a letter and a digit for the escapes that stand for such. */
function piecesOf(text: string): readonly string[] {
  const plain = text
    .replace(/\\[dD]/g, "|0|")
    .replace(/\\[a-zA-Z0-9]/g, "|a|")
    .replace(/\{[^}]*\}|\(\?[:=!<]+|\/[a-z]*$/g, "|");
  const runs = [...plain.matchAll(/\w+|[^\w\s()[\]{}|*+?^$\\/]/g)].map(([run]) => run);
  return [...new Set([...runs, "a", "0"])];
}

const mostSteps = 1_000_000;
const expansion = { states: 1000, formulas: 10_000 };

/** The shortest texts of a pattern's expansion. */
function expandedTexts(pattern: Pattern): readonly string[] {
  if (pattern.kind !== "expression") {
    return [];
  }
  const limits = { ...expansion, meter: new Meter(mostSteps) };
  const language = withinBudget(() => expandedLanguage(pattern, limits));
  return language.kind === "regular" ? shortestTexts(language.dfa) : [];
}

/** A text that begins some texts of the language, and the length of the shortest of these. */
interface Beginning {
  readonly text: string;
  readonly state: number;
  readonly least: number;
}

function shortestTexts(dfa: Dfa): readonly string[] {
  const acceptor = new Acceptor(sharedAlphabet([dfa]), dfa);
  const { representatives } = acceptor.alphabet;
  const beginning = (text: string, state: number): Beginning[] => {
    const least = text.length + certain(acceptor.facts.distance[state]);
    return acceptor.isDead(state) ? [] : [{ text, state, least }];
  };
  let open = beginning("", 0);
  const found: string[] = [];
  for (let tried = 0; tried < mostTried && found.length < mostFound; tried += 1) {
    const [next, ...others] = open;
    if (next === undefined) {
      return found;
    }
    const { text, state } = next;
    if (acceptor.accepts(state)) {
      found.push(text);
    }
    const longer = representatives.flatMap((unit, symbol) =>
      beginning(text + String.fromCharCode(unit), acceptor.step(state, symbol)),
    );
    // A stable sort: of equally short ones, those that have just been begun go on.
    open = [...longer, ...others].sort((one, other) => one.least - other.least).slice(0, mostTried);
  }
  return found;
}
