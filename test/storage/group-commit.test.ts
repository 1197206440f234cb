import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupCommit } from "../../src/storage/group-commit.ts";

const away = new Error("away");

/** A database that records what it wrote, group by group, and fails as it is told. */
class Ledger {
  readonly groups: string[][] = [];
  readonly written: string[] = [];
  underWay = 0;
  mostUnderWay = 0;
  readonly #fault: (items: readonly string[]) => Error | undefined;

  constructor(fault: (items: readonly string[]) => Error | undefined = () => undefined) {
    this.#fault = fault;
  }

  write = async (items: readonly string[]): Promise<readonly string[]> => {
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    await sleep(2);
    this.underWay -= 1;
    this.groups.push([...items]);
    const fault = this.#fault(items);
    if (fault !== undefined) throw fault;
    this.written.push(...items);
    return items.map((item) => `${item} is kept`);
  };

  committer(flights = 1, most = 50): (item: string, limitMs: number) => Promise<string> {
    const isAway = (error: unknown): boolean => error === away;
    return groupCommit({ write: this.write, isAway, flights, most });
  }
}

function outcomeOf(accepting: Promise<string>): Promise<string> {
  return accepting.catch((error: Error) => `refused: ${error.message}`);
}

describe("a group commit", () => {
  test("writes together what has arrived, and then what came meanwhile, in the order of arrival", async () => {
    const ledger = new Ledger();
    const accept = ledger.committer();
    const first = ["a", "b"].map((item) => accept(item, 1_000));
    while (ledger.underWay === 0) await turn();
    const results = await Promise.all([...first, accept("c", 1_000), accept("e", 1_000)]);
    expect(results).toEqual(["a is kept", "b is kept", "c is kept", "e is kept"]);
    expect(ledger.groups).toEqual([
      ["a", "b"],
      ["c", "e"],
    ]);
    expect(await accept("d", 1_000)).toBe("d is kept");
  });

  test("no group is larger, and no more are under way, than allowed", async () => {
    const ledger = new Ledger();
    const accept = ledger.committer(2, 3);
    await Promise.all([..."abcdefghijkl"].map((item) => accept(item, 1_000)));
    expect(ledger.groups.every((group) => group.length <= 3)).toBe(true);
    expect(ledger.mostUnderWay).toBe(2);
    expect(ledger.written.toSorted().join("")).toBe("abcdefghijkl");
  });

  test("a fault of one item is its own: the others of its group are written", async () => {
    const bad = new Error("`c` is bad");
    const ledger = new Ledger((items) => (items.includes("c") ? bad : undefined));
    const accept = ledger.committer();
    expect(await Promise.all([..."abcd"].map((item) => outcomeOf(accept(item, 1_000))))).toEqual([
      "a is kept",
      "b is kept",
      "refused: `c` is bad",
      "d is kept",
    ]);
    expect(ledger.groups).toEqual([["a", "b", "c", "d"], ["a"], ["b"], ["c"], ["d"]]);
  });

  test("while the database is away, a group is tried again until the limit of each item", async () => {
    const back = performance.now() + 700;
    const ledger = new Ledger(() => (performance.now() < back ? away : undefined));
    const accept = ledger.committer();
    expect(
      await Promise.all([
        outcomeOf(accept("first", 5_000)),
        outcomeOf(accept("patient", 5_000)),
        outcomeOf(accept("hurried", 100)),
      ]),
    ).toEqual(["first is kept", "patient is kept", "refused: away"]);
    expect(ledger.written).toEqual(["first", "patient"]);
  });

  test("an item whose limit passes while another group is under way is not written", async () => {
    const ledger: Ledger = new Ledger(() => (ledger.groups.length < 2 ? away : undefined));
    const accept = ledger.committer();
    const first = accept("first", 5_000);
    while (ledger.underWay === 0) await turn();
    expect(await outcomeOf(accept("hurried", 100))).toBe(
      "refused: the limit passed before its turn came",
    );
    expect(await first).toBe("first is kept");
    expect(ledger.written).toEqual(["first"]);
  });

  test("law: every item ends once, and is written if and only if it was said to be", async () => {
    const item = fc.record({ bad: fc.boolean(), pauseMs: fc.nat(4) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { maxLength: 12 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 4 }),
        async (items, flights, most) => {
          const isBad = (name: string): boolean => items[Number(name)]?.bad === true;
          const ledger = new Ledger((names) => (names.some(isBad) ? new Error("bad") : undefined));
          const accept = ledger.committer(flights, most);
          const outcomes = await Promise.all(
            items.map(async ({ pauseMs }, index) => {
              await sleep(pauseMs);
              return await outcomeOf(accept(String(index), 1_000));
            }),
          );
          expect(outcomes).toEqual(
            items.map(({ bad }, index) => (bad ? "refused: bad" : `${index} is kept`)),
          );
          const kept = items.flatMap(({ bad }, index) => (bad ? [] : [String(index)]));
          expect(ledger.written.toSorted()).toEqual(kept.toSorted());
        },
      ),
      { numRuns: 40 },
    );
  });
});
