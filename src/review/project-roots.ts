import picomatch from "picomatch";
import { manifestNames } from "../policy/dialects/kortix/root-manifest.ts";
import { defaultSettings } from "./default-settings.ts";

/**
 * Where the manifest of each project may lie, the first path that exists being the one that is read. The default globs stand
 * for one project in the root folder; other globs name one for each path that exists on either side. Kortix semantics: of
 * `kortix.yaml`, `kortix.yml` and `kortix.toml` in one folder the platform takes the first, whichever of them a glob names.
 */
export function projectRoots(
  paths: Iterable<string>,
  globs: readonly string[],
): readonly (readonly string[])[] {
  if (globs.join(" ") === defaultSettings.manifest.join(" ")) return [manifestNames];
  const isManifest = picomatch([...globs], { dot: true });
  const found = [...new Set(paths)].filter((path) => isManifest(path)).sort();
  const roots = found.map(candidatesFor);
  return [...new Map(roots.map((candidates) => [candidates.join("\0"), candidates])).values()];
}

/** The path itself, or all that the platform would look for in its folder. */
function candidatesFor(path: string): readonly string[] {
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  return manifestNames.includes(path.slice(folder.length))
    ? manifestNames.map((name) => `${folder}${name}`)
    : [path];
}
