import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import { type ConnectorSpec, type SpecPlace, specPlaces } from "../../review/connector-spec.ts";
import type { ProjectFiles } from "../../review/project-files.ts";
import { type SpecChange, type SpecSides, specChanges } from "../../review/spec-change.ts";
import { type SpecPairs, specPairs } from "../../review/spec-pairs.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { readSpecs, type TreeSpec } from "../read/connector-specs.ts";
import { contentAt, type RepositoryTree } from "../read/repository-tree.ts";

interface Source {
  readonly github: GitHubClient;
  readonly repository: Repository;
}

interface Sides {
  readonly base: RepositoryTree;
  readonly head: RepositoryTree;
}

/** Where the descriptions of a project's connectors lie. Nothing is read yet. */
export interface ProjectSpecs extends SpecPairs<TreeSpec> {
  readonly manifest: string;
}

/** Finds the descriptions of a project's connectors in the trees of both sides, without asking anything of GitHub. */
export function projectSpecs({ name, base, head }: ProjectFiles, sides: Sides): ProjectSpecs {
  const before = inTree(sides.base, specPlaces(base));
  const after = inTree(sides.head, specPlaces(head));
  const contentOf = ({ tree, place }: TreeSpec): string => contentAt(tree, place.path);
  return { manifest: name, ...specPairs(before, after, contentOf) };
}

/** Reads what is known of the actions of connectors that the catalogue does not list. */
export async function readKnownSpecs(
  source: Source,
  { known }: ProjectSpecs,
  listed: Catalogue,
): Promise<readonly ConnectorSpec[]> {
  return await readSpecs(
    source,
    known.filter(({ place }) => !listed.has(place.connector)),
  );
}

/** Reads what a change does to the descriptions of connectors. */
export async function readSpecChanges(
  source: Source,
  projects: readonly ProjectSpecs[],
): Promise<readonly SpecChange[]> {
  const sides: SpecSides[] = [];
  for (const { manifest, changed } of projects) {
    const bases = await readSpecs(
      source,
      changed.map(({ before }) => before),
    );
    const heads = await readSpecs(
      source,
      changed.map(({ after }) => after),
    );
    for (const {
      after: {
        place: { connector },
      },
      identity,
    } of changed) {
      const [base, head] = [bases, heads].map((specs) =>
        specs.find((spec) => spec.connector === connector),
      );
      sides.push({
        manifest,
        connector,
        ...(base === undefined ? {} : { base }),
        ...(head === undefined ? {} : { head }),
        identity,
      });
    }
  }
  return specChanges(sides);
}

function inTree(tree: RepositoryTree, places: readonly SpecPlace[]): readonly TreeSpec[] {
  return places.map((place) => ({ tree, place }));
}
