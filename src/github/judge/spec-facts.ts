import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import { type ConnectorSpec, type SpecPlace, specPlaces } from "../../review/connector-spec.ts";
import type { ProjectFiles } from "../../review/project-files.ts";
import { type SpecChange, type SpecSides, specChanges } from "../../review/spec-change.ts";
import type { GitHubClient, Repository } from "../client.ts";
import { readSpecs, type TreeSpec } from "../read/connector-specs.ts";
import type { RepositoryTree, TreeEntry } from "../read/repository-tree.ts";

interface Source {
  readonly github: GitHubClient;
  readonly repository: Repository;
}

interface Sides {
  readonly base: RepositoryTree;
  readonly head: RepositoryTree;
}

/** Where the descriptions of a project's connectors lie. Nothing is read yet. */
export interface ProjectSpecs {
  readonly manifest: string;
  /** Those of the trust branch, and what the change describes that nothing did before. */
  readonly known: readonly TreeSpec[];
  /** Those that both sides name and that hold something else. */
  readonly changed: readonly ChangedSpec[];
}

interface ChangedSpec {
  readonly before: TreeSpec;
  readonly after: TreeSpec;
  readonly identity: string;
}

/** Finds the descriptions of a project's connectors in the trees of both sides, without asking anything of GitHub. */
export function projectSpecs({ name, base, head }: ProjectFiles, sides: Sides): ProjectSpecs {
  const before = inTree(sides.base, specPlaces(base));
  const after = inTree(sides.head, specPlaces(head));
  const described = new Map(before.map((spec) => [spec.place.connector, spec]));
  return {
    manifest: name,
    known: [...before, ...after.filter(({ place }) => !described.has(place.connector))],
    changed: after.flatMap((spec) => {
      const known = described.get(spec.place.connector);
      if (known === undefined || contentOf(known) === contentOf(spec)) return [];
      return [{ before: known, after: spec, identity: `${contentOf(known)} ${contentOf(spec)}` }];
    }),
  };
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

/** What stands at the place; empty where nothing does. */
function contentOf({ tree, place }: TreeSpec): string {
  const entry: TreeEntry | undefined = tree.entries.get(place.path);
  return entry === undefined ? "" : `${entry.mode} ${entry.type} ${entry.sha}`;
}
