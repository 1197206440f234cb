import {
  type ConnectorSpec,
  type SpecPlace,
  specFrom,
  specPlaces,
} from "../../review/connector-spec.ts";
import type { ProjectFiles } from "../../review/project-files.ts";
import type { SpecSides } from "../../review/spec-change.ts";
import { specPairs } from "../../review/spec-pairs.ts";
import type { FoundFile } from "../files/file-tree.ts";
import type { CheckoutSides } from "./checkout-projects.ts";

/** What describes the connectors of a project. */
interface ProjectSpecs {
  /** As the base has it, and what the change describes that nothing did before. */
  readonly known: readonly ConnectorSpec[];
  /** What both sides name and is another file now. */
  readonly changed: readonly SpecSides[];
}

interface Looked {
  readonly place: SpecPlace;
  readonly found: FoundFile;
}

/** Reads what describes the connectors of a project on both sides. What is not there lies elsewhere. */
export async function projectSpecs(
  { name, base, head }: ProjectFiles,
  sides: CheckoutSides,
): Promise<ProjectSpecs> {
  const look = async (side: CheckoutSides["base"], place: SpecPlace): Promise<Looked> => ({
    place,
    found: await side.tree.look(place.path),
  });
  const before = await Promise.all(specPlaces(base).map((place) => look(sides.base, place)));
  const after = await Promise.all(specPlaces(head).map((place) => look(sides.head, place)));
  const pairs = specPairs(before, after, contentOf);
  return {
    known: pairs.known.flatMap(specOf),
    changed: pairs.changed.map(({ before: known, after: looked, identity }) => {
      const [one] = specOf(known);
      const [other] = specOf(looked);
      return {
        manifest: name,
        connector: looked.place.connector,
        ...(one === undefined ? {} : { base: one }),
        ...(other === undefined ? {} : { head: other }),
        identity,
      };
    }),
  };
}

function contentOf({ found }: Looked): string {
  return JSON.stringify(found.kind === "text" ? found.file.text : found);
}

function specOf({ place, found }: Looked): readonly ConnectorSpec[] {
  switch (found.kind) {
    case "absent":
      return [];
    case "text":
      return [{ ...place, ...specFrom(found.file) }];
    case "folder":
      return [{ ...place, ...specFrom({ path: place.path, because: "is a folder" }) }];
    case "fault":
      return [{ ...place, ...specFrom({ path: place.path, because: found.because }) }];
  }
}
