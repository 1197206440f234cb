/**
 * A name as the platform makes it a part of an action's path. Kortix semantics: a parameter's braces go, each run of other
 * characters than ASCII letters and digits becomes `_`, one at either end goes, the rest is in lower case.
 */
export function cleanedName(name: string): string {
  return name
    .replace(/\{([^{}]*)\}/g, "$1")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/^_|_$/g, "")
    .toLowerCase();
}

/** Gives each action a path of its own, in order: the second `refund` is `refund_2`. */
export function uniquePaths(): (path: string) => string {
  const taken = new Map<string, number>();
  return (path) => {
    let times = (taken.get(path) ?? 0) + 1;
    let unique = times === 1 ? path : `${path}_${times}`;
    while (times > 1 && taken.has(unique)) {
      times += 1;
      unique = `${path}_${times}`;
    }
    taken.set(path, times);
    if (unique !== path) taken.set(unique, 1);
    return unique;
  };
}
