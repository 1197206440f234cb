import type { SourceFile } from "../../source/diagnostic.ts";

/**
 * Why the platform refuses a path in `imports`, in words; undefined when it is well-formed. Kortix semantics: relative to the
 * repository; no `.` or `..` segment, no leading slash or space, no empty segment (one trailing slash is fine), no glob
 * character, no backslash.
 */
export function importPathFault(path: string): string | undefined {
  if (path === "" || path === "/") return "it is empty";
  if (/^[\s/]/.test(path)) return "it starts with a slash or a space";
  if (/[*?[\]{}!\\]/.test(path)) return "it holds a glob character or a backslash";
  const segments = path.replace(/\/$/, "").split("/");
  if (segments.includes("")) return "it holds an empty segment";
  return segments.some((segment) => segment === "." || segment === "..")
    ? "it leaves its place with `.` or `..`"
    : undefined;
}

/**
 * The YAML files that a well-formed path names, in code-unit order of their paths: the file itself, or every `.yaml` and
 * `.yml` under the directory.
 */
export function importedFiles(
  path: string,
  candidates: readonly SourceFile[],
): readonly SourceFile[] {
  const yaml = candidates.filter((candidate) => /\.ya?ml$/.test(candidate.path));
  const file = yaml.find((candidate) => candidate.path === path);
  if (file !== undefined) return [file];
  const directory = path.endsWith("/") ? path : `${path}/`;
  return yaml
    .filter((candidate) => candidate.path.startsWith(directory))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}
