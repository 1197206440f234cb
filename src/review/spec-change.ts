import { type CatalogueDifference, catalogueDiff } from "../analysis/catalogue/catalogue-diff.ts";
import { type ConnectorSpec, describedCatalogue } from "./connector-spec.ts";

/** The description of one connector on both sides of a change; absent where that side has no such file. */
export interface SpecSides {
  /** The manifest that names it. */
  readonly manifest: string;
  readonly connector: string;
  readonly base?: ConnectorSpec;
  readonly head?: ConnectorSpec;
  /** What both files hold, in a word: another content on either side has another identity. */
  readonly identity: string;
}

/** What a pull request does to the description of one connector. */
export type SpecChange = Pick<SpecSides, "manifest" | "connector"> &
  (
    | { readonly kind: "compared"; readonly differences: readonly CatalogueDifference[] }
    /** One that cannot be read, so that nobody can say which actions come or go. */
    | {
        readonly kind: "unreadable";
        readonly path: string;
        readonly side: "before" | "after";
        readonly because: string;
        readonly identity: string;
      }
  );

/**
 * Compares the descriptions of connectors before and after a change, and leaves out those that say the same. Where there is none, a
 * connector may have any action; one that cannot be read is compared with nothing.
 */
export function specChanges(specs: readonly SpecSides[]): readonly SpecChange[] {
  return specs
    .map(specChange)
    .filter((change) => change.kind === "unreadable" || change.differences.length > 0);
}

function specChange({ manifest, connector, base, head, identity }: SpecSides): SpecChange {
  for (const [side, spec] of [
    ["after", head],
    ["before", base],
  ] as const) {
    if (spec === undefined || "actions" in spec) continue;
    const { path, because } = spec;
    return { manifest, connector, kind: "unreadable", path, side, because, identity };
  }
  const differences = catalogueDiff(
    describedCatalogue(base === undefined ? [] : [base]),
    describedCatalogue(head === undefined ? [] : [head]),
  );
  return { manifest, connector, kind: "compared", differences };
}
