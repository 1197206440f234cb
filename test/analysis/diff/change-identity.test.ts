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

describe("an approval of one change", () => {
  it.each(sameMeaning)("covers %s", (_, edit) => {
    expect(identities(edit)).toEqual(identities(approved));
  });

  it.each(otherMeaning)("does not cover %s", (_, edit) => {
    expect(identities(edit)).not.toEqual(identities(approved));
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
