import type { RepositoryTree } from "./repository-tree.ts";

/**
 * Files that can be part of a policy, by their ending in any case: manifests and their imports, the gate's
 * configuration, saved calls, the catalogue, descriptions of connectors. Their readers accept no other endings.
 */
const policyEnding = /\.(ya?ml|toml|jsonl?|graphql|gql)(\.(gz|zst))?$/i;

/**
 * True when two trees differ in a file that can be part of a policy, so that it is worth reading what it is. False is
 * a proof: what is equal on both sides of a merge is equal after it.
 */
export function mayTouchPolicy(base: RepositoryTree, head: RepositoryTree): boolean {
  const paths = new Set([...base.entries.keys(), ...head.entries.keys()]);
  return [...paths].some((path) => {
    const mayMatter = policyEnding.test(path) || isLink(path, base) || isLink(path, head);
    return mayMatter && differs(path, base, head);
  });
}

/** A symlink or a submodule of any name may lead to files of a policy. */
function isLink(path: string, tree: RepositoryTree): boolean {
  const entry = tree.entries.get(path);
  return entry?.mode === "120000" || entry?.type === "commit";
}

function differs(path: string, base: RepositoryTree, head: RepositoryTree): boolean {
  const [before, after] = [base.entries.get(path), head.entries.get(path)];
  return before?.sha !== after?.sha || before?.mode !== after?.mode || before?.type !== after?.type;
}
