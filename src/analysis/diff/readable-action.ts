import { type Instance, instanceAccepts } from "../automaton/instance.ts";
import type { ConnectorSpace } from "../decision-space/decision-space.ts";
import type { Entry } from "../decision-space/entry.ts";
import type { DecisionClass } from "./decision-class.ts";

/** Whether a text looks like the name of an action, or of a connector and an action. */
export function looksLikeName(text: string): boolean {
  return /^[a-z][a-z0-9]*([._-][a-z0-9]+)*$/.test(text);
}

/** Names that tell nothing apart, for patterns that leave everything open. */
const commonNames = ["get_item", "list_items", "create_item", "update_item", "delete_item"];

const mostTried = 40;
/** Names of other rules that are looked at for one class. */
const mostLookedAt = 400;

/**
 * Names that a call of the class may have and that people would expect there, at most 40: what the patterns of its rules
 * say, with a word for each star; then what other rules say. Both rules match each of them.
 */
export function* expectedActions({ space, base, head }: DecisionClass): Generator<string> {
  const required: readonly Instance[] = [space.possible, base.actions, head.actions];
  const own = ownNames(base, head, space.connector);
  let found = 0;
  for (const names of [own, namesIn(space)]) {
    for (const name of names) {
      const isNew = names === own || !own.includes(name);
      if (isNew && required.every((one) => instanceAccepts(one, name))) {
        yield name;
        found += 1;
        if (found >= mostTried) {
          return;
        }
      }
    }
  }
}

/** What the patterns of the rules of a class say that its calls are named, with a word for each star. */
function ownNames(base: Entry, head: Entry, connector: string | null): readonly string[] {
  return [...new Set([...namesOf(base, connector), ...namesOf(head, connector)])];
}

const knownNames = new WeakMap<ConnectorSpace, readonly string[]>();

/** The names that a connector's rules are written with, then common ones. */
function namesIn(space: ConnectorSpace): readonly string[] {
  const names = knownNames.get(space) ?? namesWritten(space);
  knownNames.set(space, names);
  return names;
}

function namesWritten({ connector, lists }: ConnectorSpace): readonly string[] {
  const common = commonNames.map((name) => (connector === null ? `example.${name}` : name));
  const written = lists.flat().flatMap((entry) => namesOf(entry, connector));
  return [...new Set([...written, ...common])].slice(0, mostLookedAt);
}

const namesOfEntries = new WeakMap<Entry, readonly string[]>();

/** The names that an entry's glob is written with, as actions of its connector; as paths for any connector. */
function namesOf(entry: Entry, connector: string | null): readonly string[] {
  const names = namesOfEntries.get(entry) ?? namesOfGlob(entry, connector);
  namesOfEntries.set(entry, names);
  return names;
}

function namesOfGlob({ rule }: Entry, connector: string | null): readonly string[] {
  if (rule?.match.kind !== "glob") {
    return [];
  }
  const prefix = connector === null ? "example." : `${connector}.`;
  const text = rule.match.text.toLowerCase();
  const path = rule.layer === "connector" ? `${prefix}${text}` : text.replace(/^\*\./, prefix);
  const action = connector !== null && path.startsWith(prefix) ? path.slice(prefix.length) : path;
  return ["", "item", "get"].map((word) => action.replace(/\*+/g, word)).filter(looksLikeName);
}
