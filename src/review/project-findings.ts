import type { Finding } from "../analysis/findings/finding.ts";
import { catalogueUnreadable } from "../analysis/findings/incomplete-kinds.ts";
import { lint } from "../analysis/findings/lint.ts";
import type { Policy } from "../policy/policy.ts";
import { quoted } from "../policy/source/visible-text.ts";
import { type CatalogueRead, type CatalogueSource, catalogueFrom } from "./catalogue-source.ts";

/**
 * What the rules of a policy do that nobody can have meant. A catalogue that does not read is one finding more, and the rules
 * are looked at without it.
 */
export function projectFindings(
  policy: Policy,
  catalogue: CatalogueSource | undefined,
): readonly Finding[] {
  if (catalogue === undefined) return lint(policy);
  const read = catalogueFrom(catalogue);
  return "because" in read
    ? [unreadable(catalogue.path, read), ...lint(policy)]
    : lint(policy, read.actions);
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
