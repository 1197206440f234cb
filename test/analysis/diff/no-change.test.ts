import { describe, expect, it } from "vitest";
import { diffPolicies } from "../../../src/analysis/diff/diff-policies.ts";
import { type ShortPolicy, shortPolicy } from "./manifest-text.ts";

const gh = (...project: string[]): ShortPolicy => ({ project, connectors: { gh: [] } });

/** Edits of the text that decide every call as before. */
const edits: readonly (readonly [string, ShortPolicy, ShortPolicy])[] = [
  ["a rule split by an argument", gh("block gh.x"), gh("block gh.x a=*", "block gh.x a!=*")],
  ["a rule split by name", gh("hold gh.[ab]*", "run gh.*"), gh("hold gh.[ab]*", "run gh.**")],
  [
    "rules merged into an expression",
    gh("block gh.read", "block gh.write", "hold gh.*"),
    gh("block /^gh\\.(read|write)$/", "hold gh.*"),
  ],
  [
    "rules in another order that never meet",
    gh("run gh.a", "block gh.b"),
    gh("block gh.b", "run gh.a"),
  ],
  ["a rule that an earlier one covers", gh("hold gh.*"), gh("hold gh.*", "run gh.a a=1")],
  ["a rule that says what comes anyhow", gh("hold gh.*"), gh("hold gh.a b=c", "hold gh.*")],
  ["a rule that cannot apply", gh("hold gh.*"), gh("run gh.* a=1 a!=1", "hold gh.*")],
  [
    "rules that moved from the project to the connector",
    gh("block gh.a", "hold gh.*"),
    { connectors: { gh: ["block a", "hold **"] } },
  ],
  [
    "`sensitive` instead of a rule for every call",
    { connectors: { gh: ["sensitive"] } },
    { connectors: { gh: ["hold /^[^]*$/"] } },
  ],
  ["the mode written as rules that tell nothing apart", { mode: "risk", ...gh("run *") }, gh()],
];

describe("an edit that decides no call differently", () => {
  it.each(edits)("is proved to be none: %s", (_, base, head) => {
    const policies = [shortPolicy(base), shortPolicy(head)] as const;
    const nothing = { changes: [], undecided: [], complete: true };
    expect(diffPolicies(...policies)).toEqual(nothing);
    expect(diffPolicies(policies[1], policies[0])).toEqual(nothing);
  });
});
