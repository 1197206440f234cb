import type { ManifestFiles } from "../../review/manifest-files.ts";
import type { ProjectFiles } from "../../review/project-files.ts";
import { projectRoots } from "../../review/project-roots.ts";
import { manifestFiles } from "../files/manifest-files.ts";
import type { CheckoutSide } from "./checkout-side.ts";

/** The two sides of a review. */
export interface CheckoutSides {
  readonly base: CheckoutSide;
  readonly head: CheckoutSide;
}

/** The manifests that the globs name, on both sides. */
export async function checkoutProjects(
  { base, head }: CheckoutSides,
  globs: readonly string[],
): Promise<readonly ProjectFiles[]> {
  const projects: ProjectFiles[] = [];
  for (const candidates of projectRoots([...base.paths, ...head.paths], globs)) {
    const before = await manifestOf(base, candidates);
    const after = await manifestOf(head, candidates);
    const name = after.root ?? before.root;
    if (name !== undefined) projects.push({ name, base: before, head: after });
  }
  return projects;
}

async function manifestOf(
  { tree }: CheckoutSide,
  candidates: readonly string[],
): Promise<ManifestFiles> {
  for (const root of candidates) {
    const found = await tree.look(root);
    if (found.kind === "text") return await manifestFiles(tree, found.file);
    if (found.kind === "absent") continue;
    const because = found.kind === "fault" ? found.because : "is a folder";
    return { root, files: [], faults: [{ path: root, because }] };
  }
  return { root: undefined, files: [], faults: [] };
}
