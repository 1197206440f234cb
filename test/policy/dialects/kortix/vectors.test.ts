import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { Call } from "../../../../src/policy/call.ts";
import {
  policyFromObject,
  readPolicy,
} from "../../../../src/policy/dialects/kortix/read-policy.ts";
import { evaluate } from "../../../../src/policy/evaluate.ts";
import type { Policy } from "../../../../src/policy/policy.ts";
import type { Parsed } from "../../../../src/policy/source/diagnostic.ts";

/** One manifest, one call, and the platform's answer. */
interface Vector {
  readonly name: string;
  readonly manifest: unknown;
  readonly call: Call;
  readonly expect: { readonly action: string; readonly source: string };
}

const vectors: readonly Vector[] = JSON.parse(readFileSync("fixtures/kortix/vectors.json", "utf8"));

const readers: readonly [string, (manifest: unknown) => Parsed<Policy>][] = [
  ["as an object", policyFromObject],
  ["as YAML text", (manifest) => readPolicy(stringify(manifest))],
];

describe.each(readers)("the platform's answers, manifest %s", (_name, read) => {
  it.each(vectors)("$name", ({ manifest, call, expect: answer }) => {
    const { value } = read(manifest);
    expect(value).toBeDefined();
    if (value === undefined) return;
    const { effect, source, trace } = evaluate(value, call);
    expect({ action: effect, source }).toEqual(answer);
    expect(trace.filter(({ outcome }) => outcome === "decides")).toHaveLength(1);
  });
});
