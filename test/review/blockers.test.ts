import { describe, expect, test } from "vitest";
import { readCorpusText } from "../../src/analysis/simulation/read-corpus.ts";
import { simulate } from "../../src/analysis/simulation/simulate.ts";
import type { Simulation } from "../../src/analysis/simulation/simulation.ts";
import { blockers } from "../../src/review/blockers.ts";
import {
  approvals,
  change,
  config,
  judge,
  manifest,
  nothingChanges,
  owners,
  refundsRun,
} from "./scene.ts";

const everybody = approvals("maria", "lena", "sven");
/** A rule that the platform drops: its action is misspelt. */
const misspelt = manifest("deny stripe.delete_*");
/** A rule with a remark that is no error. */
const remarked = manifest("always_run /(/");

/** What a corpus says about letting refunds run. */
function replay(...lines: readonly string[]): Simulation {
  const { base, head } = refundsRun;
  if (base.policy === undefined || head.policy === undefined) throw new Error("not readable");
  const corpus = readCorpusText({ path: "calls.jsonl", text: lines.join("\n") });
  return simulate(base.policy, head.policy, corpus);
}

const refund = '{"connector":"stripe","action":"create_refund","args":{},"expect":"hold"}';

describe("no approval opens a change", () => {
  test("that the platform would read otherwise than it is written", () => {
    const review = judge({ projects: [change(manifest(), misspelt)], reviews: everybody });
    expect(review.verdict).toEqual({ kind: "closed-by-change", blockers: review.blockers });
    expect(review.blockers).toMatchObject([
      {
        kind: "dropped",
        message: expect.stringContaining("unknown action `deny`"),
        help: expect.stringContaining("block"),
        span: { file: "kortix.yaml", start: { line: 6, column: 41 } },
      },
    ]);
  });

  test("that leaves such an entry where it was", () => {
    const projects = [change(misspelt, `# a comment\n${misspelt}`)];
    expect(judge({ projects }).verdict.kind).toBe("closed-by-change");
  });

  test("that breaks a pinned decision", () => {
    const review = judge({ simulation: replay(refund), reviews: everybody });
    expect(review.verdict.kind).toBe("closed-by-change");
    expect(review.blockers).toEqual([
      {
        kind: "expectation",
        message: "`stripe.create_refund` is pinned to hold in `calls.jsonl:1` and would be run",
        help: "mend the rule, or change the pinned decision in the corpus in a change of its own",
      },
    ]);
  });

  test("that denies a call which is pinned", () => {
    const call = '{"connector":"gone","action":"x","args":{},"expect":"block"}';
    expect(judge({ simulation: replay(call) }).blockers).toMatchObject([
      { message: "`gone.x` is pinned to block in `calls.jsonl:1` and would be denied" },
    ]);
  });

  test("that makes a pinned call undecidable", () => {
    const [unmet] = replay(refund).unmet;
    const decision = {
      effect: "indeterminate",
      source: "project",
      because: "",
      trace: [],
    } as const;
    const simulation = { ...replay(), unmet: unmet ? [{ ...unmet, decision }] : [] };
    expect(judge({ simulation }).blockers).toMatchObject([
      { kind: "corpus" },
      { message: expect.stringMatching(/would be indeterminate$/) },
    ]);
  });

  test("while the corpus holds no call that can be read", () => {
    const review = judge({ simulation: replay("no json"), reviews: everybody });
    expect(review.verdict.kind).toBe("closed-by-change");
    expect(review.blockers).toEqual([
      { kind: "corpus", message: "no call of the corpus can be read: 1 bad line" },
    ]);
  });
});

test("a configuration that is no text has no line to point at", () => {
  const message = "`.github/countersign.yml` is a symlink";
  const diagnostic = { id: "gate-config", severity: "error", message, path: [] } as const;
  const remark = { ...diagnostic, severity: "warning" } as const;
  const headConfig = { kind: "unreadable", diagnostics: [diagnostic, remark] } as const;
  expect(blockers([], { baseConfig: config(owners), headConfig })).toEqual([
    { kind: "config", message },
  ]);
});

test("a corpus that is met blocks nothing", () => {
  const simulation = replay(refund.replace("hold", "run"));
  expect(judge({ simulation, reviews: everybody }).verdict.kind).toBe("open");
});

test("an error that the change mends blocks nothing", () => {
  const projects = [change(misspelt, manifest())];
  expect(judge({ projects, reviews: everybody }).blockers).toEqual([]);
});

describe("a remark that is no error", () => {
  const projects = [change(manifest(), remarked)];
  const closing = `${owners}findings: { close: [dead-rule] }\n`;

  test("is shown and closes nothing", () => {
    const review = judge({ projects, reviews: everybody });
    expect(review.projects[0]?.change.head.diagnostics).toMatchObject([{ id: "dead-rule" }]);
    expect(review.verdict.kind).toBe("open");
  });

  test.each([
    ["now", closing, closing],
    ["now, though the pull request takes it out", closing, owners],
    ["after the change", owners, closing],
  ])("closes where the configuration says so: %s", (_, config, headConfig) => {
    const review = judge({ projects, config, headConfig, reviews: everybody });
    expect(review.verdict.kind).toBe("closed-by-change");
    expect(review.blockers).toMatchObject([{ kind: "finding", span: { start: { line: 6 } } }]);
  });

  test("closes nothing where the configuration names another", () => {
    const config = `${owners}findings: { close: [unknown-key] }\n`;
    expect(judge({ projects, config, reviews: everybody }).verdict.kind).toBe("open");
  });
});

describe("the verdict", () => {
  const blocked = change(manifest(), misspelt);

  test("is about what must be mended before it is about people", () => {
    expect(judge({ projects: [blocked, refundsRun] }).verdict.kind).toBe("closed-by-change");
  });

  test("is about who can be asked at all before anything else", () => {
    const scene = { config: undefined, headConfig: undefined, projects: [blocked, refundsRun] };
    expect(judge(scene).verdict.kind).toBe("closed-by-setup");
  });

  test("waits for connectors that are not approved, whatever keeps them closed", () => {
    const reviews = [{ by: "maria", state: "changes_requested" }, { by: "lena" }] as const;
    const projects = [change(manifest(), manifest("always_run *"))];
    const { verdict } = judge({ projects, reviews });
    expect(verdict).toMatchObject({ kind: "waiting" });
    expect(verdict).not.toMatchObject({ on: expect.arrayContaining(["helpdesk"]) });
    expect(verdict).toMatchObject({ on: expect.arrayContaining(["stripe", "github"]) });
  });

  test("is open when everything is approved, or when there is nothing to approve", () => {
    expect(judge({ reviews: everybody }).verdict).toEqual({ kind: "open", approved: ["stripe"] });
    expect(judge({ projects: [nothingChanges] }).verdict).toEqual({ kind: "open", approved: [] });
  });
});
