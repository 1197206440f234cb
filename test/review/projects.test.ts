import { describe, expect, test } from "vitest";
import { platformManagedSlugs } from "../../src/policy/policy.ts";
import type { ManifestFiles } from "../../src/review/manifest-files.ts";
import {
  approvals,
  change,
  fallbackOnly,
  judge,
  manifest,
  nothingChanges,
  refundsRun,
  states,
  unanswerable,
} from "./scene.ts";

const declared = ["github", "helpdesk", "stripe"];
const waiting = (connectors: readonly string[]) =>
  Object.fromEntries([...connectors].sort().map((connector) => [connector, "waiting"]));
const symlink: ManifestFiles = {
  root: "kortix.yaml",
  files: [],
  faults: [{ path: "kortix.yaml", because: "is a symlink" }],
};

describe("the first manifest", () => {
  const scene = { projects: [change(undefined, manifest())] };

  test("is a change from denied for every connector that it declares, and for the platform's own", () => {
    expect(states(judge(scene))).toEqual(waiting([...declared, ...platformManagedSlugs]));
  });

  test("is open when the owners of all have approved", () => {
    const all = approvals("maria", "lena", "sven");
    expect(judge({ ...scene, reviews: all }).verdict.kind).toBe("open");
  });
});

describe("a manifest that is deleted", () => {
  const scene = { projects: [change(manifest(), undefined)] };

  test("needs every owner of the old connectors and the fallback owner", () => {
    expect(states(judge(scene))).toEqual(waiting(["*", ...declared, ...platformManagedSlugs]));
    const all = approvals("maria", "lena", "sven");
    expect(judge({ ...scene, reviews: all }).verdict.kind).toBe("open");
  });

  test.each(["maria", "lena", "sven"] as const)("is not open without %s", (missing) => {
    const logins = (["maria", "lena", "sven"] as const).filter((login) => login !== missing);
    expect(judge({ ...scene, reviews: approvals(...logins) }).verdict.kind).toBe("waiting");
  });

  test("needs the owner of a connector whose calls were refused anyway", () => {
    const base = manifest().replace("{ slug: stripe,", "{ slug: stripe, enabled: false,");
    const review = judge({ projects: [change(base, undefined)] });
    expect(Object.keys(states(review))).toContain("stripe");
  });

  test("needs the fallback owner though it declares nothing", () => {
    const base = `connectors: ${JSON.stringify(
      platformManagedSlugs.map((slug) => ({ slug, enabled: false })),
    )}\n`;
    expect(Object.keys(states(judge({ projects: [change(base, undefined)] })))).toContain("*");
  });
});

describe("several projects", () => {
  const second = change(manifest(), manifest("always_run stripe.create_refund"), "b/kortix.yaml");

  test("are asked about together, connector by connector", () => {
    const projects = [refundsRun, fallbackOnly];
    expect(states(judge({ projects, reviews: approvals("maria") }))).toEqual({
      github: "waiting",
      stripe: "approved",
    });
  });

  test("with one change each of the same connector are another change than one of them alone", () => {
    const digest = (projects: (typeof second)[]) => judge({ projects }).requirements[0]?.digest;
    expect(digest([refundsRun, second])).not.toBe(digest([refundsRun]));
    expect(digest([second])).not.toBe(digest([refundsRun]));
    expect(digest([second, refundsRun])).toBe(digest([refundsRun, second]));
    expect(digest([refundsRun, nothingChanges])).toBe(digest([refundsRun]));
  });

  test("one of which is deleted need the fallback owner", () => {
    const projects = [nothingChanges, change(manifest(), undefined, "b/kortix.yaml")];
    expect(Object.keys(states(judge({ projects })))).toContain("*");
  });
});

describe("a manifest that cannot be read after the change", () => {
  test.each([
    ["a file that is none", symlink, "`kortix.yaml` is a symlink"],
    [
      "a name that shows more than it should",
      { ...symlink, faults: [{ path: "a\n`@acme/all`\u202e", because: "is a symlink" }] },
      "`a\\u{A}\\u{60}@acme/all\\u{60}\\u{202E}` is a symlink",
    ],
    [
      "something that is no YAML",
      "policies: [",
      expect.stringMatching(/^the file cannot be read: /),
    ],
  ])("closes the gate, whoever approves: %s", (_, head, message) => {
    const review = judge({
      projects: [change(manifest(), head)],
      reviews: approvals("maria", "lena", "sven"),
    });
    expect(review.verdict.kind).toBe("closed-by-change");
    expect(review.blockers).toMatchObject([{ kind: "unreadable", message }]);
  });

  test("leaves everything undecided that the other side speaks of", () => {
    const [project] = judge({ projects: [change(manifest(), symlink)] }).projects;
    expect(project?.change.diff).toMatchObject({ changes: [], complete: false });
    expect(project?.change.deltas.map(({ connector }) => connector)).toEqual(
      ["*", ...declared, ...platformManagedSlugs].sort(),
    );
  });

  test("is no deletion", () => {
    const gone = { ...symlink, root: undefined };
    const [all] = judge({ projects: [change(manifest(), gone)] }).requirements;
    expect(all?.requirement.meaning).toHaveLength(1);
  });
});

describe("a manifest that cannot be read before the change", () => {
  test("is replaced with the approval of every owner", () => {
    const scene = { projects: [change(symlink, manifest())] };
    expect(states(judge(scene))).toEqual(waiting(["*", ...declared, ...platformManagedSlugs]));
    const all = approvals("maria", "lena", "sven");
    expect(judge({ ...scene, reviews: all }).verdict.kind).toBe("open");
  });

  test("nor after it, asks for what nobody can say anything about", () => {
    const review = judge({ projects: [change("policies: [", symlink)] });
    expect(states(review)).toEqual(waiting(["*", ...platformManagedSlugs]));
    expect(unanswerable(review, "*")).toEqual([]);
  });

  test("beside a policy half, which speaks of every connector, is everybody's", () => {
    const half = "policies:\n  - { match: stripe.pay, action: block }\n";
    const review = judge({ projects: [change(symlink, half)] });
    expect(states(review)).toEqual(waiting(["*", ...platformManagedSlugs]));
  });

  test("is another change for another content", () => {
    const digest = (text: string) =>
      judge({ projects: [change(text, manifest())] }).requirements[0]?.digest;
    expect(digest("policies: [")).toBe(digest("policies: ["));
    expect(digest("policies: [")).not.toBe(digest("policies: [ "));
  });
});
