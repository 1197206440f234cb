import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CorpusEntry } from "../../../src/analysis/simulation/corpus-entry.ts";
import { readCorpusText } from "../../../src/analysis/simulation/read-corpus.ts";
import { simulate, simulateStream } from "../../../src/analysis/simulation/simulate.ts";
import type { SimulatedChange, Simulation } from "../../../src/analysis/simulation/simulation.ts";
import type { Tally } from "../../../src/analysis/simulation/tally.ts";
import type { Call } from "../../../src/policy/call.ts";
import { readPolicy } from "../../../src/policy/dialects/kortix/read-policy.ts";
import { evaluate } from "../../../src/policy/evaluate.ts";
import type { Policy } from "../../../src/policy/policy.ts";
import { connectorOf, policyOf, type ShortRule } from "../literal-policy.ts";

const folder = "fixtures/simulation/replay";

function policyAt(path: string): Policy {
  const { value } = readPolicy(readFileSync(path, "utf8"));
  if (value === undefined) throw new Error(`${path} is no manifest`);
  return value;
}

const tally = ({ calls, weight }: Tally): string => `${calls} calls, ${weight} real`;

function group({ connector, from, to, examples, lastSeen, ...counted }: SimulatedChange): string {
  const side = ({ effect, source, rule }: typeof from): string =>
    `${effect} by ${rule === undefined ? source : `${source} ${rule.index} (${rule.match}, line ${rule.line})`}`;
  const lines = examples.map(({ line, file }) => `${file}:${line}`).join(" ");
  return `  ${connector}: ${side(from)} -> ${side(to)}\n    ${tally(counted)}, last seen ${lastSeen ?? "-"}, such as ${lines}\n`;
}

/** A simulation as a page, so that a case can be read. */
function written(simulation: Simulation): string {
  const { matrix, groups, indeterminateGroups, expectations, unmet, badLines } = simulation;
  const cells = Object.entries(matrix).flatMap(([base, row]) =>
    Object.entries(row)
      .filter(([, cell]) => cell.calls > 0)
      .map(([head, cell]) => `  ${base} -> ${head}: ${tally(cell)}\n`),
  );
  return [
    `all: ${tally(simulation.total)}\n`,
    ...cells,
    `changed: ${tally(simulation.changed)}; not grouped: ${tally(simulation.ungrouped)}\n`,
    ...groups.map(group),
    `indeterminate: ${tally(simulation.indeterminate)}\n`,
    ...indeterminateGroups.map(group),
    `presumed: ${tally(simulation.presumed)}\n`,
    `expectations: ${expectations.total}, unmet ${expectations.unmet}\n`,
    ...unmet.map(
      ({ saved, expect: pinned, decision }) =>
        `  ${saved.file}:${saved.line} ${saved.call.connector}: pinned to ${pinned}, would be ${decision.effect}\n`,
    ),
    `bad lines: ${badLines.count}\n`,
    ...badLines.first.map(({ file, line, reason }) => `  ${file}:${line} ${reason}\n`),
    `fault: ${simulation.fault ?? "-"}\n`,
  ].join("");
}

async function* streamed<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

describe.each(readdirSync(folder))("the replay of %s", (name) => {
  const base = policyAt(`${folder}/${name}/base.yaml`);
  const head = policyAt(`${folder}/${name}/head.yaml`);
  const text = readFileSync(`${folder}/${name}/calls.jsonl`, "utf8");
  const entries: readonly CorpusEntry[] = [...readCorpusText({ path: "calls.jsonl", text })];

  test("says what it is expected to", async () => {
    await expect(written(simulate(base, head, entries))).toMatchFileSnapshot(
      `../../../${folder}/${name}/expected.txt`,
    );
  });

  test("says the same of a stream", async () => {
    const simulation = await simulateStream(base, head, streamed(entries));
    expect(written(simulation)).toBe(written(simulate(base, head, entries)));
  });
});

const rule = fc
  .tuple(
    fc.constantFrom("a.x", "a.*", "*.y", "*", "b.x"),
    fc.constantFrom("always_run", "require_approval", "block"),
    fc.constantFrom({}, { p: "1" }, { "!p": "1" }),
  )
  .map((parts): ShortRule => parts as ShortRule);
const policy = fc
  .record({
    rules: fc.array(rule, { maxLength: 4 }),
    own: fc.array(rule, { maxLength: 2 }),
    enabled: fc.boolean(),
  })
  .map(({ rules, own, enabled }) =>
    policyOf({ rules, connectors: [connectorOf("a", { rules: own, enabled })] }),
  );
const call: fc.Arbitrary<Call> = fc
  .record({
    connector: fc.constantFrom("a", "b"),
    action: fc.constantFrom("x", "y", "z"),
    args: fc.constantFrom({}, { p: "1" }, { p: "2" }),
    available: fc.boolean(),
  })
  .map(({ args, available, ...rest }) => (available ? { ...rest, args } : rest));

describe("a simulation", () => {
  test("decides each call as the two policies do, and its numbers add up", () => {
    fc.assert(
      fc.property(policy, policy, fc.array(call), (base, head, calls) => {
        const simulation = simulate(base, head, calls);
        const differ = calls.filter(
          (one) => evaluate(base, one).effect !== evaluate(head, one).effect,
        );
        const cells = Object.values(simulation.matrix).flatMap((row) => Object.values(row));
        const sum = (tallies: readonly Tally[]): number =>
          tallies.reduce((total, { calls: more }) => total + more, 0);
        expect(simulation.total.calls).toBe(calls.length);
        expect(simulation.changed.calls).toBe(differ.length);
        expect(sum(simulation.groups)).toBe(differ.length);
        expect(sum(cells)).toBe(calls.length);
      }),
    );
  });

  test("counts calls as often as they say, and checks what they pin", () => {
    const holds = policyOf({
      rules: [["a.*", "require_approval"]],
      connectors: [connectorOf("a")],
    });
    const runs = policyOf({ rules: [], connectors: [connectorOf("a")] });
    const { total, changed, expectations, unmet, badLines } = simulate(holds, runs, [
      { connector: "a", action: "x", args: {}, count: 5, expect: "run" },
      { connector: "a", action: "y", args: {}, expect: "hold", at: "2026-11-01T00:00:00Z" },
      { connector: "a", action: "z", args: {}, count: 0 },
      { connector: "a", action: "z", args: {} },
    ]);
    expect([total, changed]).toEqual([
      { calls: 3, weight: 7 },
      { calls: 3, weight: 7 },
    ]);
    expect(expectations).toEqual({ total: 2, unmet: 1 });
    expect(unmet).toMatchObject([{ saved: { line: 2, call: { action: "y" } }, expect: "hold" }]);
    expect(badLines).toMatchObject({ count: 1, first: [{ line: 3, reason: "`count` is `0`" }] });
  });

  test("of a policy and itself changes nothing", () => {
    fc.assert(
      fc.property(policy, fc.array(call), (one, calls) => {
        const { changed, groups } = simulate(one, one, calls);
        expect([changed.calls, groups]).toEqual([0, []]);
      }),
    );
  });

  test("presumes nothing of a call whose decision no arguments can change", () => {
    const arguments_ = [{}, { p: "1" }, { p: "2" }, { p: null }];
    fc.assert(
      fc.property(policy, call, (one, { args: _, ...without }) => {
        const { presumed } = simulate(one, one, [without]);
        if (presumed.calls > 0) return;
        const effects = arguments_.map((args) => evaluate(one, { ...without, args }).effect);
        expect(new Set([...effects, evaluate(one, without).effect]).size).toBe(1);
      }),
      { numRuns: 300 },
    );
  });

  test("takes plain calls, each by its position", () => {
    const [group_] = simulate(policyOf(), policyOf({ rules: [["a.x", "block"]] }), [
      { connector: "a", action: "y" },
      { connector: "a", action: "x" },
    ]).groups;
    expect(group_?.examples).toEqual([
      { kind: "call", call: { connector: "a", action: "x" }, count: 1, file: "", line: 2 },
    ]);
  });

  test("is as big for many calls as for few", () => {
    function* corpus(): Generator<CorpusEntry> {
      for (let line = 1; line <= 3000; line += 1) {
        const connector = `c${line % 700}`;
        yield {
          kind: "call",
          call: { connector, action: "x" },
          count: 2,
          expect: "run",
          file: "f",
          line,
        };
        yield { kind: "bad-line", file: "f", line, reason: "this is not JSON" };
      }
    }
    const simulation = simulate(policyOf(), policyOf({ rules: [["*", "block"]] }), corpus());
    expect(simulation.groups.length).toBe(500);
    expect(simulation.groups.every(({ examples }) => examples.length === 3)).toBe(true);
    expect(simulation.ungrouped).toEqual({ calls: 800, weight: 1600 });
    expect([simulation.unmet.length, simulation.expectations]).toEqual([
      100,
      { total: 3000, unmet: 3000 },
    ]);
    expect([simulation.badLines.first.length, simulation.badLines.count]).toEqual([20, 3000]);
  });

  test("counts apart what a log masked, and says what to log for which rule", () => {
    const rules: readonly ShortRule[] = [
      ["a.x", "block", { reason: "duplicate", to: "b" }],
      ["a.y", "block", { to: "b" }],
    ];
    const masked = { reason: "[redacted]", to: "[redacted]" };
    const call = (action: string, args: object, weight: number): CorpusEntry => ({
      kind: "call",
      call: { connector: "a", action, args: args as NonNullable<Call["args"]> },
      count: weight,
      file: "f",
      line: 1,
    });
    const calls = [call("x", masked, 2), call("y", masked, 5), call("x", { reason: "x" }, 1)];
    const sides = [
      simulate(policyOf(), policyOf({ rules }), calls),
      simulate(policyOf({ rules }), policyOf(), calls),
    ];
    for (const { undecidable, indeterminate, changed, missing } of sides) {
      expect([undecidable.weight, indeterminate.weight, changed.weight]).toEqual([7, 7, 0]);
      expect(
        missing.map(({ action, arg, rule: { index }, weight }) => [action, arg, index, weight]),
      ).toEqual([
        ["y", "to", 1, 5],
        ["x", "reason", 0, 2],
        ["x", "to", 0, 2],
      ]);
    }
  });

  test("tells a bounded number of missing arguments apart", () => {
    const calls = Array.from({ length: 502 }, (_, index) => ({
      connector: "a",
      action: `x${index}`,
      args: { p: "[redacted]" },
    }));
    const head = policyOf({ rules: [["*", "block", { p: "1" }]] });
    const { missing, undecidable } = simulate(policyOf(), head, calls);
    expect([missing.length, undecidable.calls]).toEqual([500, 502]);
  });

  test("puts what is loosened first, then what is frequent", () => {
    const head = policyOf({
      rules: [
        ["a.x", "block"],
        ["a.y", "require_approval"],
        ["a.z", "always_run"],
      ],
    });
    const base = policyOf({
      rules: [
        ["a.x", "always_run"],
        ["a.y", "always_run"],
        ["a.z", "block"],
      ],
    });
    const calls = ["x", "y", "y", "z"].map((action) => ({ connector: "a", action }));
    const order = simulate(base, head, calls).groups.map(({ to }) => to.rule?.match);
    expect(order).toEqual(["a.z", "a.y", "a.x"]);
  });

  test("a saved call whose time is no time was never seen", () => {
    const saved: CorpusEntry = {
      kind: "call",
      call: { connector: "a", action: "x" },
      count: 1,
      at: "once",
      file: "f",
      line: 1,
    };
    const [only] = simulate(policyOf(), policyOf({ rules: [["*", "block"]] }), [saved]).groups;
    expect(only).not.toHaveProperty("lastSeen");
  });
});
