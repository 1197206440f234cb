import { expect, test } from "vitest";
import { documentMarkdown } from "../../../src/report/document/document-markdown.ts";
import { loadBlocks, loadSummary } from "../../../src/report/review/load-report.ts";
import type { JudgedProject } from "../../../src/review/judged-project.ts";
import { parseOwnerName } from "../../../src/review/owner.ts";
import type { PeopleLoad } from "../../../src/review/people-load.ts";
import { judge } from "../../review/scene.ts";

const none = { before: 0, after: 0 };
const tally = { calls: 0, weight: 0 };

/** A load of owners `@a0`, `@a1`, … with a connector each, before and after. */
function load(
  counts: readonly (readonly [before: number, after: number])[],
  days?: number,
): PeopleLoad {
  const all = counts.map(([before, after], index) => {
    const owner = parseOwnerName(`@a${index}`);
    if (owner === undefined) throw new Error("no owner");
    return { connector: `c${index}`, owner, owners: [owner], before, after };
  });
  const [owners, connectors] = [all, all];
  return { connectors, owners, others: none, days, undated: tally, undecided: tally };
}

function summary(...loads: readonly (PeopleLoad | undefined)[]): string {
  const [project] = judge({}).projects;
  const projects = loads.map((one) => ({ ...project, ...(one && { load: one }) }) as JudgedProject);
  return documentMarkdown(loadSummary({ projects })).trim();
}

test("one sentence says for whom the load changes", () => {
  expect(
    summary(
      load(
        [
          [41, 12],
          [3, 3],
        ],
        7,
      ),
    ),
  ).toBe("Holds per week: 41 → 12 for @a0.");
  expect(summary(load([[41, 12]]))).toBe("Holds in the saved calls: 41 → 12 for @a0.");
  expect(summary(load([[3, 3]], 7))).toBe("");
  expect(summary(undefined)).toBe("");
});

test("a rate is whole from ten on, and never 0 for some", () => {
  expect(summary(load([[100, 13]], 14))).toBe("Holds per week: 50 → 6.5 for @a0.");
  expect(summary(load([[1, 0]], 365))).toBe("Holds per week: under 0.1 → 0 for @a0.");
});

test("the first owners are named, and each project has a sentence of its own", () => {
  const many = load(
    Array.from({ length: 7 }, () => [1, 0] as const),
    7,
  );
  expect(summary(many)).toContain("1 → 0 for @a4 and 2 more.");
  expect(summary(load([[1, 0]], 7), many)).toContain(
    "Holds per week by `kortix.yaml`: 1 → 0 for @a0.",
  );
});

test("a table has the largest change first, and says how many more rows there are", () => {
  const counts = Array.from({ length: 60 }, (_, index) => [index, 0] as const);
  const text = documentMarkdown(loadBlocks({ load: load(counts, 7) }));
  expect(text.indexOf("`c59`")).toBeLessThan(text.indexOf("`c58`"));
  expect(text).not.toContain("`c9`");
  expect(text.match(/^and 10 more$/gm)).toHaveLength(2);
  expect(loadBlocks({ load: load([]) })).toEqual([]);
  expect(loadBlocks({})).toEqual([]);
});

test("connectors that were too many to be told apart have a row together", () => {
  const others = { before: 5, after: 4 };
  const text = documentMarkdown(loadBlocks({ load: { ...load([[1, 1]]), others } }));
  expect(text).toContain("| others | not told apart | 5 | 4 |");
});
