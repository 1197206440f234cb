import type { Finding } from "../analysis/findings/finding.ts";
import { catalogueUnreadable, specUnreadable } from "../analysis/findings/incomplete-kinds.ts";
import { lint } from "../analysis/findings/lint.ts";
import type { Policy } from "../policy/policy.ts";
import { quoted } from "../policy/source/visible-text.ts";
import { type CatalogueSource, catalogueFrom, knownActions } from "./catalogue-source.ts";
import type { ConnectorSpec } from "./connector-spec.ts";

/** What is known of the actions that exist. */
export interface DescribedActions {
  readonly catalogue?: CatalogueSource;
  readonly specs?: readonly ConnectorSpec[];
}

/**
 * What the rules of a policy do that nobody can have meant. A catalogue that does not read, or the description of a connector, is one
 * finding more, and the rules are looked at without it.
 */
export function projectFindings(
  policy: Policy,
  { catalogue, specs = [] }: DescribedActions,
): readonly Finding[] {
  return [
    ...(catalogue === undefined ? [] : unreadCatalogue(catalogue)),
    ...specs.flatMap(unreadSpec),
    ...lint(policy, knownActions(catalogue, specs)),
  ];
}

function unreadCatalogue(catalogue: CatalogueSource): readonly Finding[] {
  const read = catalogueFrom(catalogue);
  if (!("because" in read)) return [];
  const { id, severity } = catalogueUnreadable;
  const message = `the catalogue ${quoted(catalogue.path)} cannot be read`;
  return [{ id, severity, message, why: read.because, help: read.help }];
}

function unreadSpec(spec: ConnectorSpec): readonly Finding[] {
  if (!("because" in spec)) return [];
  const { connector, path, because } = spec;
  const { id, severity } = specUnreadable;
  return [
    {
      id,
      severity,
      connector,
      message: `${quoted(path)}, which describes ${quoted(connector)}, cannot be read, so its actions are not known`,
      why: because,
      help: "mend the file, or list the actions of the connector in the file that `catalog` names",
    },
  ];
}
