import type { SourceFile } from "../../source/diagnostic.ts";
import { quoted } from "../../source/visible-text.ts";
import type { Place } from "./place.ts";
import type { Report } from "./report.ts";

/** The names of a manifest: the platform takes the first that exists. */
export const manifestNames: readonly string[] = ["kortix.yaml", "kortix.yml", "kortix.toml"];
const nowhere: Place = { value: undefined, path: [], document: undefined };

/**
 * Finds the manifest among the files; undefined, with an error, when there is none that is read here. Kortix semantics:
 * `kortix.yaml`, then `kortix.yml`, then `kortix.toml`, the first that is there; any other spelling is not read. `root`
 * names another.
 */
export function findRoot(
  files: readonly SourceFile[],
  root: string | undefined,
  report: Report,
): SourceFile | undefined {
  const wanted = root === undefined ? manifestNames : [root];
  const [manifest, ...shadowed] = wanted.flatMap(
    (name) => files.find(({ path }) => path === name) ?? [],
  );
  reportMisnamed(files, report);
  if (manifest === undefined) {
    const message = `there is no manifest: none of the files is ${wanted.map(quoted).join(", ")}`;
    report("manifest-missing", nowhere, { message, help: "the name is written in lower case" });
    return undefined;
  }
  for (const { path } of shadowed) {
    const message = `${quoted(path)} is not read, because ${quoted(manifest.path)} stands beside it`;
    report("manifest-shadowed", nowhere, { message, help: "remove it" });
  }
  if (!manifest.path.endsWith(".toml")) return manifest;
  const message = `${quoted(manifest.path)} cannot be read: TOML manifests are not supported here`;
  report("toml-manifest", nowhere, {
    message,
    help: "write the manifest as `kortix.yaml`, which comes first",
  });
  return undefined;
}

/** A manifest whose name is right but for its case is read by nobody. */
function reportMisnamed(files: readonly SourceFile[], report: Report): void {
  for (const { path } of files) {
    const name = path.toLowerCase();
    if (manifestNames.includes(name) && !manifestNames.includes(path)) {
      const message = `${quoted(path)} is not read: the manifest's name is written in lower case`;
      report("manifest-case", nowhere, { message, help: `rename it to \`${name}\`` });
    }
  }
}
