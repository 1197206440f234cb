import { describe, expect, it } from "vitest";
import type { PolicyDiff } from "../../../src/analysis/diff/change.ts";
import { diffPolicies } from "../../../src/analysis/diff/diff-policies.ts";
import { type ShortPolicy, shortPolicy } from "./manifest-text.ts";

interface Edit {
  readonly base: ShortPolicy;
  readonly head: ShortPolicy;
}

const stripe = (...project: string[]): ShortPolicy => ({ project, connectors: { stripe: [] } });

/** The change that all others are compared with. */
const approved: Edit = {
  base: stripe("block stripe.create_refund", "hold stripe.*"),
  head: stripe(
    "run stripe.create_refund reason=duplicate",
    "block stripe.create_refund",
    "hold stripe.*",
  ),
};

const sameMeaning: readonly (readonly [string, Edit])[] = [
  [
    "another spelling of the same text",
    {
      base: approved.base,
      head: stripe(
        "run STRIPE.Create_Refund reason=DUPLICATE",
        "block stripe.create_refund",
        "hold stripe.*",
      ),
    },
  ],
  [
    "an expression instead of a glob",
    {
      base: approved.base,
      head: stripe(
        "run /^stripe\\.create_refund$/ reason=/^duplicate$/",
        "block stripe.create_refund",
        "hold stripe.**",
      ),
    },
  ],
  [
    "the rule said in two halves",
    {
      base: approved.base,
      head: stripe(
        "run stripe.create_refund reason=duplicate amount=*",
        "run stripe.create_refund reason=duplicate amount!=*",
        "block stripe.create_refund",
        "hold stripe.*",
      ),
    },
  ],
  [
    "the rules in the connector instead of the project",
    {
      base: { connectors: { stripe: ["block create_refund", "hold *"] } },
      head: {
        connectors: {
          stripe: ["run create_refund reason=duplicate", "block create_refund", "hold *"],
        },
      },
    },
  ],
  [
    "another order of rules that have nothing to do with each other",
    {
      base: stripe("hold stripe.list_*", "block stripe.create_refund", "hold stripe.*"),
      head: stripe(
        "run stripe.create_refund reason=duplicate",
        "hold stripe.list_*",
        "block stripe.create_refund",
        "hold stripe.*",
      ),
    },
  ],
  [
    "a rule that never decides, with a condition of its own",
    {
      base: approved.base,
      head: stripe(
        "run stripe.create_refund reason=duplicate",
        "block stripe.create_refund",
        "run stripe.create_refund currency=eur",
        "hold stripe.*",
      ),
    },
  ],
  [
    "an unrelated rule of the base for another action",
    {
      base: stripe(
        "block stripe.delete_customer currency=eur",
        "block stripe.create_refund",
        "hold stripe.*",
      ),
      head: stripe(
        "block stripe.delete_customer currency=eur",
        "run stripe.create_refund reason=duplicate",
        "block stripe.create_refund",
        "hold stripe.*",
      ),
    },
  ],
  [
    "another connector's change",
    {
      base: { ...approved.base, connectors: { stripe: [], gmail: ["block *"] } },
      head: { ...approved.head, connectors: { stripe: [], gmail: ["run *"] } },
    },
  ],
  [
    "another connector's change of rules with the same patterns",
    {
      base: {
        connectors: {
          gmail: ["block create_refund", "hold *"],
          stripe: ["block create_refund", "hold *"],
        },
      },
      head: {
        connectors: {
          gmail: ["run create_refund reason=fraud", "block create_refund", "hold *"],
          stripe: ["run create_refund reason=duplicate", "block create_refund", "hold *"],
        },
      },
    },
  ],
  [
    "a condition on what a text cannot hold",
    {
      base: approved.base,
      head: stripe(
        "run stripe.create_refund reason=duplicate reason.code!=x",
        ...(approved.base.project ?? []),
      ),
    },
  ],
  [
    "another default mode on both sides, which decides nothing there",
    {
      base: {
        ...approved.base,
        mode: "risk",
        project: [...(approved.base.project ?? []), "run stripe.*"],
      },
      head: {
        ...approved.head,
        mode: "risk",
        project: [...(approved.head.project ?? []), "run stripe.*"],
      },
    },
  ],
];

const otherMeaning: readonly (readonly [string, Edit])[] = [
  [
    "one more action",
    {
      base: approved.base,
      head: stripe("run stripe.create_refund* reason=duplicate", ...(approved.base.project ?? [])),
    },
  ],
  [
    "one more value",
    {
      base: approved.base,
      head: stripe("run stripe.create_refund reason=duplicate*", ...(approved.base.project ?? [])),
    },
  ],
  [
    "no condition",
    {
      base: approved.base,
      head: stripe("run stripe.create_refund", ...(approved.base.project ?? [])),
    },
  ],
  [
    "the condition turned around",
    {
      base: approved.base,
      head: stripe("run stripe.create_refund reason!=duplicate", ...(approved.base.project ?? [])),
    },
  ],
  [
    "the same for another argument",
    {
      base: approved.base,
      head: stripe("run stripe.create_refund note=duplicate", ...(approved.base.project ?? [])),
    },
  ],
  [
    "another effect",
    {
      base: approved.base,
      head: stripe("hold stripe.create_refund reason=duplicate", ...(approved.base.project ?? [])),
    },
  ],
  [
    "a second change beside it",
    {
      base: approved.base,
      head: stripe(
        "run stripe.create_refund reason=duplicate",
        "run stripe.list_all",
        "block stripe.create_refund",
        "hold stripe.*",
      ),
    },
  ],
  [
    "an expression that also finds a line break",
    {
      base: approved.base,
      head: stripe(
        "run stripe.create_refund reason=/^duplicate$/m",
        ...(approved.base.project ?? []),
      ),
    },
  ],
  [
    "the same for another connector",
    {
      base: {
        project: ["block stripr.create_refund", "hold stripr.*"],
        connectors: { stripr: [], stripe: [] },
      },
      head: {
        project: [
          "run stripr.create_refund reason=duplicate",
          "block stripr.create_refund",
          "hold stripr.*",
        ],
        connectors: { stripr: [], stripe: [] },
      },
    },
  ],
];

/** The change of a policy whose rules before the change are these on both sides. */
const behind = (...rules: string[]): Edit => ({
  base: stripe(...rules, ...(approved.base.project ?? [])),
  head: stripe(...rules, ...(approved.head.project ?? [])),
});

describe("an approval of one change", () => {
  it("depends on the conditions of the rules that go before, not on how these are said", () => {
    const [one, same, other, none] = [
      behind("hold stripe.create_refund amount=1"),
      behind("hold stripe.create_refund amount=/^1$/ note=*", "hold stripe.*_refund amount=1"),
      behind("hold stripe.create_refund amount=2"),
      approved,
    ].map(identities);
    expect(same).toEqual(one);
    expect(other).not.toEqual(one);
    expect(none).not.toEqual(one);
  });

  it("depends on what an edited condition was and what it has become", () => {
    const edited = (before: string, after: string): Edit => ({
      base: stripe(`run stripe.get reason=${before}`, "block stripe.*"),
      head: stripe(`run stripe.get reason=${after}`, "block stripe.*"),
    });
    const all = [edited("a", "b"), edited("a", "c"), edited("c", "b"), edited("b", "a")];
    expect(new Set(all.map((edit) => identities(edit).join())).size).toBe(all.length);
    expect(identities(edited("/^a$/", "B"))).toEqual(identities(edited("a", "b")));
  });

  it("does not depend on the order of conditions", () => {
    const edited = (conditions: string): Edit => ({
      base: approved.base,
      head: stripe(`run stripe.create_refund ${conditions}`, ...(approved.base.project ?? [])),
    });
    const one = identities(edited("reason=duplicate amount!=1 note=x"));
    expect(identities(edited("note=x amount!=1 reason=duplicate"))).toEqual(one);
    expect(identities(edited("amount!=1 note=x reason=duplicate"))).toEqual(one);
  });

  it("does not depend on names that no call has", () => {
    const edited = (match: string): Edit => ({
      base: stripe(`hold ${match}`),
      head: stripe(`run ${match}`),
    });
    expect(identities(edited("/^stripe\\..+$/"))).toEqual(identities(edited("stripe.*")));
  });

  it("does not depend on how a rule is written that a moved one meets", () => {
    const moved = (met: string): Edit => ({
      base: stripe("block stripe.a*", `hold ${met}`, "run stripe.*"),
      head: stripe("hold stripe.*x", "block stripe.a*", "hold stripe.zz", "run stripe.*"),
    });
    expect(identities(moved("/^stripe\\..*x$/"))).toEqual(identities(moved("stripe.*x")));
  });

  it("depends on the risks of the calls", () => {
    const to = (...base: string[]): readonly string[] =>
      identities({
        base: { mode: "risk", ...stripe(...base) },
        head: { mode: "risk", ...stripe("run stripe.*") },
      });
    expect(to()).not.toEqual(to("hold stripe.*"));
    expect(to("hold stripe.**")).toEqual(to("hold stripe.*"));
  });

  it.each(sameMeaning)("covers %s", (_, edit) => {
    expect(identities(edit)).toEqual(identities(approved));
  });

  it.each(otherMeaning)("does not cover %s", (_, edit) => {
    expect(identities(edit)).not.toEqual(identities(approved));
  });

  it("covers another order of many rules that have nothing to do with each other", () => {
    const words = ["refund", "customer", "subscription", "payment_link", "dispute", "charge"];
    const rules = words.flatMap((word, index) =>
      ["create", "delete"].map((verb) => `run stripe.${verb}_${word} note${index % 3}=x*`),
    );
    const guarded = (some: readonly string[]): Edit => ({
      base: stripe(...some, "hold stripe.*"),
      head: stripe("block stripe.* reason=test*", ...some, "hold stripe.*"),
    });
    const found = identities(guarded(rules));
    expect(found).toHaveLength(2);
    expect(identities(guarded([...rules].reverse()))).toEqual(found);
    expect(identities(guarded(rules.slice(1)))).not.toEqual(found);
  });

  it("covers neither the way back nor a part of it", () => {
    expect(identities({ base: approved.head, head: approved.base })).not.toEqual(
      identities(approved),
    );
  });
});

function identities({ base, head }: Edit): readonly string[] {
  const diff: PolicyDiff = diffPolicies(shortPolicy(base), shortPolicy(head));
  expect(diff.complete).toBe(true);
  const own = diff.changes.filter(({ connector }) => connector?.startsWith("strip"));
  return [...new Set(own.map(({ identity }) => identity))].sort();
}
