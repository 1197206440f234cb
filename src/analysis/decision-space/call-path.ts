import {
  type CharacterSet,
  charactersOf,
  complement,
  contains,
} from "../../policy/pattern/character-set.ts";
import { certain } from "../automaton/certain.ts";
import { type Dfa, maxUnit } from "../automaton/dfa.ts";
import { Meter } from "../automaton/meter.ts";
import { explored } from "../automaton/state-table.ts";
import { classSets, partitionBy } from "../automaton/symbol-partition.ts";

/** What is read here is never large. */
const unlimited = { states: Number.POSITIVE_INFINITY, meter: new Meter(Number.POSITIVE_INFINITY) };

const everyUnit = complement({ ranges: [] }, maxUnit);

/** Where reading an action stands: in a name that begins an excluded one, in another name, in none. */
type NameState =
  | { readonly kind: "known"; readonly read: string }
  | { readonly kind: "name" | "dead" };

/**
 * The actions that are names at all: texts of at least one character, all of `characters` (default: any), but those that
 * are `excluded`. Case tells names apart here, as it does for the platform.
 */
export function actionNames(
  characters: CharacterSet = everyUnit,
  excluded: readonly string[] = [],
): Dfa {
  const known = [...new Set(excluded.join(""))].map((one) => charactersOf([one.charCodeAt(0)]));
  const classes = classSets(partitionBy([...known, characters], maxUnit));
  const units = classes.map((set) => certain(set.ranges[0]?.[0]));
  const texts = units.map((unit) => String.fromCharCode(unit));
  const allowed = units.map((unit) => contains(characters, unit));
  return explored<NameState>(
    {
      classes,
      start: { kind: "known", read: "" },
      key: (state) => (state.kind === "known" ? `${state.kind} ${state.read}` : state.kind),
      accepts: (state) =>
        state.kind === "name" ||
        (state.kind === "known" && state.read !== "" && !excluded.includes(state.read)),
      next: (state, symbol) => {
        if (state.kind === "dead" || allowed[symbol] !== true) return { kind: "dead" };
        const read = state.kind === "known" ? `${state.read}${certain(texts[symbol])}` : "";
        return read !== "" && excluded.some((name) => name.startsWith(read))
          ? { kind: "known", read }
          : { kind: "name" };
      },
    },
    unlimited,
  );
}

/** Where reading a path stands: in a slug that begins a known one, in another slug, after the dot, in the action. */
type PathState =
  | { readonly kind: "known-slug"; readonly read: string }
  | { readonly kind: "slug" | "dot" | "action" | "dead" };

/**
 * The paths `slug.action` of calls to any connector but `excluded`, with actions of the given characters. Letters of the
 * slug may be upper case as well, since no pattern tells case apart.
 */
export function pathsOfOthers(
  excluded: readonly string[],
  characters: CharacterSet = everyUnit,
): Dfa {
  const classes = pathClasses(new Set(excluded.join("")), characters);
  const units = classes.map((set) => certain(set.ranges[0]?.[0]));
  const inAction = units.map((unit) => contains(characters, unit));
  const inSlug = units.map((unit) => String.fromCharCode(unit).toLowerCase());
  return explored<PathState>(
    {
      classes,
      start: { kind: "known-slug", read: "" },
      key: (state) => (state.kind === "known-slug" ? `${state.kind} ${state.read}` : state.kind),
      accepts: (state) => state.kind === "action",
      next: (state, symbol) =>
        state.kind === "known-slug" || state.kind === "slug"
          ? afterSlug(state, certain(inSlug[symbol]), excluded)
          : { kind: state.kind !== "dead" && inAction[symbol] === true ? "action" : "dead" },
    },
    unlimited,
  );
}

function afterSlug(state: PathState, character: string, excluded: readonly string[]): PathState {
  const read = state.kind === "known-slug" ? state.read : undefined;
  if (character === ".") {
    return {
      kind: read === "" || (read !== undefined && excluded.includes(read)) ? "dead" : "dot",
    };
  }
  if (!(read === "" ? /^[a-z0-9]$/ : /^[a-z0-9_-]$/).test(character)) {
    return { kind: "dead" };
  }
  const longer = `${read}${character}`;
  return read !== undefined && excluded.some((slug) => slug.startsWith(longer))
    ? { kind: "known-slug", read: longer }
    : { kind: "slug" };
}

/** Classes of units that a path can be read by, when `known` are the characters of the excluded slugs. */
function pathClasses(known: ReadonlySet<string>, characters: CharacterSet): CharacterSet[] {
  const letters = [..."abcdefghijklmnopqrstuvwxyz0123456789"];
  const marks = [..."_-"];
  const groups = [
    ...[...letters, ...marks].filter((one) => known.has(one)).map((one) => [one]),
    letters.filter((one) => !known.has(one)),
    marks.filter((one) => !known.has(one)),
    ["."],
  ];
  const sets = groups.map((group) =>
    charactersOf(group.flatMap((one) => [one.charCodeAt(0), one.toUpperCase().charCodeAt(0)])),
  );
  return classSets(partitionBy([...sets, characters], maxUnit));
}
