import { describe, expect, test } from "vitest";
import { readCorpusText } from "../../src/analysis/simulation/read-corpus.ts";
import { simulate } from "../../src/analysis/simulation/simulate.ts";
import type { PeopleLoad } from "../../src/review/people-load.ts";
import { change, judge, manifest, owners } from "./scene.ts";

const eased = change(manifest(), manifest("always_run stripe.get_*", "always_run github.get_*"));
const calls = [
  '{"connector":"stripe","action":"get_charge","args":{},"count":29}',
  '{"connector":"stripe","action":"create_refund","args":{},"count":12}',
  '{"connector":"helpdesk","action":"reply","args":{},"count":3}',
  '{"connector":"github","action":"get_issue","args":{}}',
].join("\n");

/** The load of the scene's change under a configuration. */
function load(config: string): PeopleLoad | undefined {
  const { base, head } = eased;
  if (base.policy === undefined || head.policy === undefined) throw new Error("not readable");
  const corpus = readCorpusText({ path: "calls.jsonl", text: calls });
  const simulation = simulate(base.policy, head.policy, corpus);
  return judge({ projects: [eased], simulation, config }).projects[0]?.load;
}

/** Owners, and what waits for each. */
function byOwner(config: string): Readonly<Record<string, string>> {
  const each = (load(config)?.owners ?? []).map(({ owner, before, after }) => [
    owner.text,
    `${before} -> ${after}`,
  ]);
  return Object.fromEntries(each);
}

describe("the load on people", () => {
  test("is each owner's, the largest change first, and the fallback's where a connector has none", () => {
    expect(
      load(owners)?.connectors.map(({ connector, owners: own }) => [connector, own[0]?.text]),
    ).toEqual([
      ["github", "@acme/security"],
      ["helpdesk", "@acme/support"],
      ["stripe", "@acme/finance"],
    ]);
    expect(Object.entries(byOwner(owners))).toEqual([
      ["@acme/finance", "41 -> 12"],
      ["@acme/security", "1 -> 0"],
      ["@acme/support", "3 -> 3"],
    ]);
  });

  test("of several connectors is one owner's together, and of several owners each one's whole", () => {
    expect(
      byOwner('owners: { stripe: ["@acme/finance", "@Acme/Finance", "@maria"], "*": ["@maria"] }'),
    ).toEqual({ "@Acme/Finance": "41 -> 12", "@maria": "45 -> 15" });
  });

  test("is nobody's where no owner is named", () => {
    expect(load('owners: { stripe: ["@acme/finance"] }')?.connectors).toMatchObject([
      { connector: "github", owners: [] },
      { connector: "helpdesk", owners: [] },
      { connector: "stripe", owners: [{ text: "@acme/finance" }] },
    ]);
  });

  test("is not known without saved calls", () => {
    expect(judge({ projects: [eased] }).projects[0]?.load).toBe(undefined);
  });
});
