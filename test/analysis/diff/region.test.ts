import { describe, expect, it } from "vitest";
import { diffPolicies } from "../../../src/analysis/diff/diff-policies.ts";
import { type ShortPolicy, shortPolicy } from "./manifest-text.ts";

/** What people read of each change of the connectors that are not the platform's own. */
function told(base: ShortPolicy, head: ShortPolicy): readonly unknown[] {
  const { changes } = diffPolicies(shortPolicy(base), shortPolicy(head));
  return changes
    .filter(({ connector }) => connector === null || !/^(computer|kortix_)/.test(connector))
    .map(({ region, witness, direction, risks, from, to }) => ({
      ...region,
      example: `${witness.connector}.${witness.action} ${JSON.stringify(witness.args)}`,
      what: `${direction} ${from.effect} > ${to.effect}${risks.length < 3 ? ` (${risks.join()})` : ""}`,
    }));
}

describe("a change is told with", () => {
  it("the path, the conditions and a call that people would expect", () => {
    const base = { project: ["block stripe.create_refund"], connectors: { stripe: [] } };
    const head = {
      project: [
        "run stripe.create_refund reason=duplicate amount!=/^\\d{4,}$/",
        "block stripe.create_refund",
      ],
      connectors: { stripe: [] },
    };
    expect(told(base, head)).toEqual([
      {
        path: "stripe.create_refund",
        except: [],
        conditions: ["`reason` matches `duplicate`", "`amount` does not match `/^\\d{4,}$/`"],
        example: 'stripe.create_refund {"reason":"duplicate"}',
        what: "loosened block > always_run",
      },
    ]);
  });

  it("what is taken out, and what does not hold for what comes before", () => {
    const rules = [
      "block stripe.delete_*",
      "hold stripe.create_* reason=fraud",
      "hold stripe.*_all to=* cc=x",
    ];
    const base = { project: [...rules, "hold *"], connectors: { stripe: [] } };
    const head = { project: [...rules, "run *"], connectors: { stripe: [] } };
    expect(told(base, head)).toEqual([
      {
        path: "stripe.*",
        except: ["stripe.delete_*"],
        conditions: [
          "`reason` does not match `fraud` where the path matches `stripe.create_*`",
          "not (`to` has a value and `cc` matches `x`) where the path matches `stripe.*_all`",
        ],
        example: "stripe.create_item {}",
        what: "loosened require_approval > always_run",
      },
    ]);
  });

  it("both patterns where neither says it alone", () => {
    const base = { project: ["block gh.delete_*"], connectors: { gh: [] } };
    const head = { project: ["hold *.*_repo", "block gh.delete_*"], connectors: { gh: [] } };
    expect(told(base, head)).toEqual([
      {
        path: "gh.*_repo",
        except: [],
        conditions: ["the path matches `gh.delete_*`"],
        example: "gh.delete_repo {}",
        what: "loosened block > require_approval",
      },
      {
        path: "gh.*_repo",
        except: ["gh.delete_*"],
        conditions: [],
        example: "gh.item_repo {}",
        what: "tightened always_run > require_approval",
      },
    ]);
  });

  it("expressions in words, of the layer that they stand in", () => {
    const base = { connectors: { gh: ["block /^del/"] } };
    const head = { project: ["run /\\.del.*x$/ a!=*"], connectors: { gh: ["block /^del/"] } };
    expect(told(base, head)).toEqual([
      {
        path: "gh.*",
        except: [],
        conditions: [
          "the path matches `/\\.del.*x$/`",
          "the action matches `/^del/`",
          "`a` has no value",
        ],
        example: "gh.delx {}",
        what: "loosened block > always_run",
      },
    ]);
  });

  it("the risks for which it holds, where only some do", () => {
    const base: ShortPolicy = { mode: "risk", project: [] };
    const head: ShortPolicy = { mode: "risk", project: ["run *"] };
    expect(told(base, head)).toEqual([
      {
        path: "*",
        except: [],
        conditions: [],
        example: "example.get_item {}",
        what: "loosened require_approval > always_run (write,destructive)",
      },
    ]);
    expect(told(base, { mode: "risk", project: ["block *"] })).toMatchObject([
      { what: "tightened always_run > block (read)" },
      { what: "tightened require_approval > block (write,destructive)" },
    ]);
  });

  it("a refusal before the policy as the most restrictive decision", () => {
    const [off] = told({ connectors: { gh: [] } }, { connectors: { gh: ["disabled"] } });
    expect(off).toMatchObject({ what: "tightened always_run > denied" });
    const [gone] = told({ connectors: { gh: ["block *"] } }, { connectors: {} });
    expect(gone).toMatchObject({ what: "tightened block > denied" });
    expect(told({ connectors: { gh: ["disabled"] } }, { connectors: {} })).toEqual([]);
  });
});

describe("calls that only odd characters make possible", () => {
  it("come last", () => {
    const base = { project: ["block *"], connectors: { gh: [] } };
    const head = { project: ["run gh.b", "block gh.*"], connectors: { gh: [] } };
    expect(told(base, head).map((one) => (one as { example: string }).example)).toEqual([
      "gh.b {}",
      "gh.\n {}",
    ]);
    const lines = { project: ["block *"], connectors: { gh: [] } };
    const dots = { project: ["block gh.*", "hold *"], connectors: { gh: [] } };
    expect(told(lines, dots)).toMatchObject([{ example: "gh.\n {}" }]);
  });

  it("are left out where names are made of other characters", () => {
    const letters = { ranges: [[0x61, 0x7a]] } as const;
    const base = shortPolicy({ project: ["block *"], connectors: { gh: [] } });
    const head = shortPolicy({ project: ["block gh.*", "hold *"], connectors: { gh: [] } });
    const own = (budget: object): number =>
      diffPolicies(base, head, budget).changes.filter(({ connector }) => connector === "gh").length;
    expect([own({}), own({ actionCharacters: letters })]).toEqual([1, 0]);
    const half = shortPolicy({ project: ["block *"] });
    const other = shortPolicy({ project: ["block *.*", "hold *"] });
    expect(diffPolicies(half, other, { actionCharacters: letters }).changes).toEqual([]);
    expect(diffPolicies(half, other).changes).toMatchObject([{ witness: { action: "\n" } }]);
  });
});
