import { isLink, isSymlink, type RepositoryTree } from "./repository-tree.ts";

/**
 * Files that can be part of a policy, by their ending in any case: manifests and their imports, the gate's
 * configuration, saved calls, the catalogue, descriptions of connectors. Their readers accept no other endings.
 */
const policyEnding = /\.(ya?ml|toml|jsonl?|graphql|gql)(\.(gz|zst))?$/i;

/**
 * True when two trees differ in a file that can be part of a policy, so that it is worth reading what it is. False is
 * a proof: what is equal on both sides of a merge is equal after it. A symlink or a submodule of any name may lead to files
 * of a policy, and a symlink that stands for one leads to something that may differ though the link does not.
 */
export function mayTouchPolicy(base: RepositoryTree, head: RepositoryTree): boolean {
  const paths = new Set([...base.entries.keys(), ...head.entries.keys()]);
  return [...paths].some((path) => {
    const sides = [base, head].flatMap(({ entries }) => entries.get(path) ?? []);
    if (policyEnding.test(path)) return differs(path, base, head) || sides.some(isSymlink);
    return sides.some(isLink) && differs(path, base, head);
  });
}

function differs(path: string, base: RepositoryTree, head: RepositoryTree): boolean {
  const [before, after] = [base.entries.get(path), head.entries.get(path)];
  return before?.sha !== after?.sha || before?.mode !== after?.mode || before?.type !== after?.type;
}
