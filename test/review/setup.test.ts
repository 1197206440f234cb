import { describe, expect, test } from "vitest";
import { platformManagedSlugs } from "../../src/policy/policy.ts";
import {
  approvals,
  change,
  judge,
  manifest,
  nothingChanges,
  owners,
  refundsRun,
  states,
} from "./scene.ts";

const everybody = approvals("maria", "lena", "sven", "otto");
const broken = "owners: [";

describe("while the trust branch has no configuration", () => {
  const absent = {
    kind: "closed-by-setup",
    config: "absent",
    because:
      "the trust branch has no `.github/countersign.yml`, so nobody owns the connectors that this change affects",
    help: "merge a configuration first, in a pull request of its own; then update this one",
  };

  test("a change of the policy is closed, and says how to write one", () => {
    const review = judge({ config: undefined, headConfig: undefined, reviews: everybody });
    expect(review.verdict).toEqual(absent);
    expect(states(review)).toEqual({ stripe: "unanswerable" });
  });

  test("a change of the policy is closed also when it brings one along", () => {
    const scene = { config: undefined, headConfig: owners, reviews: everybody };
    expect(judge(scene).verdict).toEqual(absent);
    expect(judge({ ...scene, headConfig: broken }).verdict).toEqual(absent);
  });

  test("the first manifest is a change of the policy", () => {
    const projects = [change(undefined, manifest())];
    const scene = { config: undefined, headConfig: owners, projects, reviews: everybody };
    expect(judge(scene).verdict).toEqual(absent);
  });

  test("so is the last one's deletion, even of one that declares nothing", () => {
    const nothing = platformManagedSlugs.map((slug) => ({ slug, enabled: false }));
    const projects = [change(`connectors: ${JSON.stringify(nothing)}\n`, undefined)];
    expect(projects[0]?.deltas).toEqual([]);
    const scene = { config: undefined, headConfig: owners, projects, reviews: everybody };
    expect(judge(scene).verdict).toEqual(absent);
  });

  test("a pull request that only adds one is judged by the owners that it names", () => {
    const scene = { config: undefined, headConfig: owners, projects: [nothingChanges] };
    const review = judge(scene);
    expect(states(review)).toEqual({ "*": "waiting", helpdesk: "waiting", stripe: "waiting" });
    expect(review.requirements[0]?.requirement.groups).toMatchObject([
      { label: "owners that this change names", namedBy: "head" },
    ]);
    expect(judge({ ...scene, reviews: approvals("maria", "sven") }).verdict.kind).toBe("waiting");
    expect(judge({ ...scene, reviews: everybody }).verdict.kind).toBe("open");
  });

  test("its author is not among them", () => {
    const headConfig = 'owners: { "*": ["@nora"] }\n';
    const scene = { config: undefined, headConfig, projects: [], reviews: approvals("nora") };
    expect(states(judge(scene))).toEqual({ "*": "unanswerable" });
  });

  test("the settings of a first one are the fallback owners' where they differ from the defaults", () => {
    const first = 'owners: { stripe: ["@acme/finance"] }\n';
    const scene = { config: undefined, projects: [], reviews: approvals("maria") };
    expect(judge({ ...scene, headConfig: first }).verdict.kind).toBe("open");
    const changed = judge({ ...scene, headConfig: `${first}redact: [email]\n` });
    expect(states(changed)).toEqual({ "*": "unanswerable", stripe: "approved" });
  });

  test("a first one that cannot be read must be mended", () => {
    const review = judge({ config: undefined, headConfig: broken, projects: [] });
    expect(review.verdict.kind).toBe("closed-by-change");
  });

  test("a pull request that touches neither passes", () => {
    const scene = { config: undefined, headConfig: undefined, projects: [nothingChanges] };
    expect(judge(scene).verdict).toEqual({ kind: "open", approved: [] });
  });
});

describe("while the configuration on the trust branch cannot be read", () => {
  const unreadable = {
    kind: "closed-by-setup",
    config: "unreadable",
    because: "`.github/countersign.yml` on the trust branch cannot be read, so nobody can be asked",
    help: "an administrator mends it on the trust branch; then this pull request is judged anew",
  };

  test.each([
    ["a change of the policy", { projects: [refundsRun], headConfig: broken }],
    ["one that mends it along the way", { projects: [refundsRun], headConfig: owners }],
    ["one that only mends it, and so names its own owners", { projects: [], headConfig: owners }],
    ["one that removes it", { projects: [], headConfig: undefined }],
    ["one that changes no decision", { projects: [nothingChanges], headConfig: broken }],
  ])("is closed: %s", (_, scene) => {
    expect(judge({ config: broken, reviews: everybody, ...scene }).verdict).toEqual(unreadable);
  });
});

describe("a configuration that cannot be read after the change", () => {
  test("must be mended, whoever approves", () => {
    const review = judge({ headConfig: "owners: {}\nowner: x\n", reviews: everybody });
    expect(review.verdict.kind).toBe("closed-by-change");
    expect(review.blockers).toMatchObject([
      { kind: "config", message: "unknown key `owner`", span: { start: { line: 2 } } },
    ]);
  });

  test("leaves the owners of the trust branch to be asked", () => {
    expect(states(judge({ headConfig: broken, reviews: approvals("maria") }))).toEqual({
      stripe: "approved",
    });
  });
});
