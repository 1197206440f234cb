import { quoted } from "../../source/visible-text.ts";
import { describedType } from "./described-type.ts";
import { field, type Place } from "./place.ts";
import type { Report } from "./report.ts";

const newest = 3;
const help = "write `kortix_version: 2`";

/** The versions that the platform's runtime reads; only `agents` differs between them. */
export type ManifestVersion = 1 | 2 | 3;

/**
 * Reads `kortix_version`. Kortix semantics: a number, or text turned into one; absent or of another type, 1; below 1, above 3
 * or not finite, the whole file is refused (undefined, with an error); a fraction is floored. The platform's validator is
 * stricter, so what only the runtime accepts is a warning.
 */
export function readVersion(root: Place, report: Report): ManifestVersion | undefined {
  const place = field(root, "kortix_version");
  const { value } = place;
  if (value === undefined) return 1;
  if (typeof value !== "number" && typeof value !== "string") {
    const message = `\`kortix_version\` is ${describedType(value)}, so the file counts as version 1`;
    report("version-inexact", place, { message, help });
    return 1;
  }
  const number = Number(value);
  if (!(number >= 1 && number <= newest)) {
    const written = typeof value === "string" ? quoted(value) : String(value);
    const message = `the platform refuses \`kortix_version\` ${written}, with the whole file; it keeps the last rules that it could read`;
    report("version-unreadable", place, { message, help });
    return undefined;
  }
  const version = number < 2 ? 1 : number < newest ? 2 : newest;
  if (value !== version) {
    const message = `\`kortix_version\` is read as ${version}, and the platform's validator refuses it`;
    report("version-inexact", place, { message, help: `write \`kortix_version: ${version}\`` });
  }
  return version;
}
