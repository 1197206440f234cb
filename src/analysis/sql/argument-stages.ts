import type { SqlWriter } from "./sql-writer.ts";

/** The columns of arguments that conditions read. */
export interface ArgumentStages {
  /** One list of select items a stage; each may read the columns of those before it. */
  readonly stages: readonly (readonly string[])[];
  /** The column of leaves for a condition's dotted path. */
  readonly leavesOf: (path: string) => string;
}

/** The stages that walk from the column `args` along all paths, a step of each at a time, and then take the leaves. */
export function argumentStages(paths: readonly string[], writer: SqlWriter): ArgumentStages {
  const wanted = [...new Set(paths)].sort();
  const prefixes = [...new Set(wanted.flatMap(prefixesOf))].sort();
  const columnOf = new Map(prefixes.map((prefix, index) => [prefix, `value_${index + 1}`]));
  const column = (prefix: string): string => String(columnOf.get(prefix));
  const deepest = Math.max(0, ...prefixes.map((prefix) => prefix.split(".").length));
  const walks = Array.from({ length: deepest }, (_, depth) =>
    prefixes
      .filter((prefix) => prefix.split(".").length === depth + 1)
      .map((prefix) => {
        const end = prefix.lastIndexOf(".");
        const key = prefix.slice(end + 1);
        const value =
          end < 0 ? writer.member("args", key) : writer.step(column(prefix.slice(0, end)), key);
        return `${value} AS ${column(prefix)}`;
      }),
  );
  const leaves = wanted.map((path, index) => [path, `leaves_${index + 1}`] as const);
  const leavesOf = new Map(leaves);
  return {
    stages: [
      ...walks,
      leaves.map(([path, name]) => `${writer.leaves(column(path))} AS ${name}`),
    ].filter((items) => items.length > 0),
    leavesOf: (path) => String(leavesOf.get(path)),
  };
}

function prefixesOf(path: string): readonly string[] {
  const segments = path.split(".");
  return segments.map((_, index) => segments.slice(0, index + 1).join("."));
}
