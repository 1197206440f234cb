import { quoted } from "../../source/visible-text.ts";
import { writtenSlug } from "./connector-slug.ts";
import { describedType } from "./described-type.ts";
import { type Fault, fault } from "./fault.ts";
import { entries, field, isAbsent, isMap, type Place } from "./place.ts";

const lists = ["connectors", "triggers"];
const maps = ["agents", "apps", "volumes"];

/**
 * Why the collections of a manifest's files do not merge. Kortix semantics, only where there are `imports`: each collection has
 * its one kind in every file, and no connector slug or agent name stands in two files.
 */
export function mergeFault(files: readonly Place[]): Fault | undefined {
  for (const file of files) {
    const wrong = kindFault(file);
    if (wrong !== undefined) return wrong;
  }
  return twiceFault(files.map(slugs), "connector") ?? twiceFault(files.map(agents), "agent");
}

function kindFault(file: Place): Fault | undefined {
  for (const key of [...lists, ...maps]) {
    const place = field(file, key);
    const { value } = place;
    const right = lists.includes(key) ? Array.isArray(value) : isMap(value);
    if (!isAbsent(value) && !right) {
      const because = `with \`imports\`, \`${key}\` must be ${lists.includes(key) ? "a list" : "a map"}, and it is ${describedType(value)}`;
      return fault(place, because, `write ${lists.includes(key) ? "a list" : "a map"}`);
    }
  }
  return undefined;
}

type Declarations = ReadonlyMap<string, Place>;

function slugs(file: Place): Declarations {
  const place = field(file, "connectors");
  const values: readonly unknown[] = Array.isArray(place.value) ? place.value : [];
  return new Map(
    entries(place, values).flatMap((entry) => {
      const slug = writtenSlug(entry);
      return slug === undefined ? [] : [[slug, field(entry, "slug")] as const];
    }),
  );
}

function agents(file: Place): Declarations {
  const place = field(file, "agents");
  const names = isMap(place.value) ? Object.keys(place.value) : [];
  return new Map(names.map((name) => [name, field(place, name)]));
}

function twiceFault(files: readonly Declarations[], what: string): Fault | undefined {
  const seen = new Set<string>();
  for (const declarations of files) {
    for (const [name, place] of declarations) {
      if (seen.has(name)) {
        return fault(
          place,
          `${what} ${quoted(name)} is declared in two files`,
          "keep one declaration",
        );
      }
    }
    for (const name of declarations.keys()) seen.add(name);
  }
  return undefined;
}
