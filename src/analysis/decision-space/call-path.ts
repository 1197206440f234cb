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

/** The actions that are names at all: texts of at least one character, all of `characters` (default: any). */
export function actionNames(characters: CharacterSet = everyUnit): Dfa {
  const outside = complement(characters, maxUnit);
  const classes = [characters, outside].filter((set) => set.ranges.length > 0);
  return explored<"start" | "name" | "dead">(
    {
      classes,
      start: "start",
      key: (state) => state,
      accepts: (state) => state === "name",
      next: (state, symbol) =>
        state !== "dead" && classes[symbol] === characters ? "name" : "dead",
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
