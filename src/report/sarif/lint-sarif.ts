import type { Policy } from "../../policy/policy.ts";
import type { Suppressible, Suppression } from "../../review/suppression.ts";
import { located } from "./located-remark.ts";
import type { SarifReport } from "./sarif-report.ts";

/** One manifest, and everything that there is to say about it. */
export interface LintedManifest {
  readonly name: string;
  readonly policy: Policy | undefined;
  readonly remarks: readonly Suppressible[];
  readonly ignored: readonly IgnoredRemark[];
}

/** Something that the configuration says not to show. */
export interface IgnoredRemark {
  readonly remark: Suppressible;
  readonly by: Suppression;
}

/** What is wrong with manifests and their rules; what is ignored is there too, with the reason. */
export function lintSarif(manifests: readonly LintedManifest[]): SarifReport {
  const remarks = manifests.flatMap(({ name, policy, remarks: open, ignored }) => [
    ...open.map((remark) => located(remark, name, policy)),
    ...ignored.map(({ remark, by }) => ({
      ...located(remark, name, policy),
      ignoredBecause: suppressionWords(by),
    })),
  ]);
  return { command: "lint", remarks, notes: [] };
}

/** The reason, and how long it holds. */
export function suppressionWords({ reason, until }: Suppression): string {
  return `${reason} (until ${until})`;
}
