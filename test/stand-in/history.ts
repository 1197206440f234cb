import { commitOf, type Objects } from "./git-objects.ts";

/** Every commit reachable from one, itself included. */
function reachableFrom(objects: Objects, sha: string): Set<string> {
  const seen = new Set<string>();
  const waiting = [sha];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...commitOf(objects, next).parents);
  }
  return seen;
}

/** Whether `older` is `newer` or one of its ancestors. */
export function isAncestor(objects: Objects, older: string, newer: string): boolean {
  return reachableFrom(objects, newer).has(older);
}

/** Commits reachable from `head` and not from `base`, over all parents, parents before children. */
export function commitsBetween(objects: Objects, base: string | null, head: string): string[] {
  const known = base === null ? new Set<string>() : reachableFrom(objects, base);
  const ordered: string[] = [];
  const waiting = [{ sha: head, parentsDone: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.parentsDone) {
      ordered.push(next.sha);
      continue;
    }
    if (known.has(next.sha)) continue;
    known.add(next.sha);
    waiting.push({ sha: next.sha, parentsDone: true });
    for (const parent of commitOf(objects, next.sha).parents.toReversed()) {
      waiting.push({ sha: parent, parentsDone: false });
    }
  }
  return ordered;
}

/** A best common ancestor, or `null` for unrelated histories. Of several (criss-cross) the one latest in `ours`. */
export function mergeBase(objects: Objects, ours: string, theirs: string): string | null {
  const shared = reachableFrom(objects, theirs);
  const common = commitsBetween(objects, null, ours).filter((sha) => shared.has(sha));
  const superseded = new Set(common.flatMap((sha) => commitOf(objects, sha).parents));
  return common.findLast((sha) => !superseded.has(sha)) ?? null;
}
