import type { Catalogue } from "../analysis/catalogue/catalogue.ts";
import { readCatalogue } from "../analysis/catalogue/read-catalogue.ts";
import type { Finding } from "../analysis/findings/finding.ts";
import { catalogueUnreadable } from "../analysis/findings/incomplete-kinds.ts";
import { lint } from "../analysis/findings/lint.ts";
import type { Policy } from "../policy/policy.ts";
import type { SourceFile } from "../policy/source/diagnostic.ts";
import { quoted } from "../policy/source/visible-text.ts";
import type { FileFault } from "./project-files.ts";

/**
 * What the rules of a policy do that nobody can have meant. A catalogue that does not read is one finding more, and the rules
 * are looked at without it.
 */
export function projectFindings(
  policy: Policy,
  catalogue: SourceFile | FileFault | undefined,
): readonly Finding[] {
  if (catalogue === undefined) return lint(policy);
  const read = catalogueOf(catalogue);
  return "because" in read
    ? [unreadable(catalogue.path, read), ...lint(policy)]
    : lint(policy, read.actions);
}

type CatalogueRead =
  | { readonly actions: Catalogue }
  | { readonly because: string; readonly help: string };

function catalogueOf(file: SourceFile | FileFault): CatalogueRead {
  if ("because" in file) {
    return { because: `the file ${file.because}`, help: "name a file that is there as `catalog`" };
  }
  const { value, diagnostics } = readCatalogue(file);
  if (value !== undefined) return { actions: value };
  const [first] = diagnostics.filter(({ severity }) => severity === "error");
  const { message = "nothing in it reads", help = "mend the file", span } = first ?? {};
  return { because: span === undefined ? message : `line ${span.start.line}: ${message}`, help };
}

function unreadable(
  path: string,
  { because, help }: Extract<CatalogueRead, { readonly because: string }>,
): Finding {
  const { id, severity } = catalogueUnreadable;
  return {
    id,
    severity,
    message: `the catalogue ${quoted(path)} cannot be read`,
    why: because,
    help,
  };
}
