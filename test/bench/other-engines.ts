import { preparsePolicySet, statefulIsAuthorized } from "@cedar-policy/cedar-wasm/nodejs";
import { newEnforcer, newModelFromString, StringAdapter } from "casbin";
import { CompiledPair } from "../../src/analysis/compiled/compiled-pair.ts";
import type { Call } from "../../src/policy/call.ts";
import { policyFromObject } from "../../src/policy/dialects/kortix/read-policy.ts";
import { viewOf } from "../analysis/compiled/compiled-check.ts";
import { randomSource } from "../analysis/diff/random-policies.ts";
import { generatedCalls } from "./generated-calls.ts";

/** A rule that all engines can express: a path that ends in a star or not, and at most one argument that is equal to a text. */
interface PlainRule {
  readonly path: string;
  readonly reason?: string;
  readonly effect: "always_run" | "block";
}

interface Engine {
  /** How many calls are enough to time it. */
  readonly calls: number;
  /** Puts a call as the engine wants it, which is not timed; what it returns says whether the call runs without a person. */
  prepared(call: Call): () => boolean;
}

/**
 * Times what a decision costs ours and two other engines, each prepared as it is fastest, on the rules that all can express: those that
 * block first, so that all combine them alike. Throws when their answers differ.
 */
export async function benchOtherEngines(print: (line: string) => void): Promise<void> {
  print(
    "one decision, of calls that are in memory, beside ours (1.0), which decides each under two policies",
  );
  for (const count of [50, 1000]) {
    const rules = plainRules(count);
    const engines = {
      ours: ours(rules),
      "linear scan, compiled": linear(rules),
      casbin: await casbin(rules, count),
      "cedar-wasm": cedar(rules, count),
    };
    const times = Object.entries(engines).map(([name, engine]) => [name, timed(engine)] as const);
    const fastest = times[0]?.[1] ?? 0;
    for (const [name, time] of times) {
      print(
        `  ${`${count} rules, ${name}`.padEnd(34)}${(time / fastest).toFixed(1).padStart(10)}   ${(time * 1000).toFixed(0)} ns`,
      );
    }
    compare(engines);
  }
}

const callsOf = (count: number): readonly Call[] =>
  [...generatedCalls(count, "few")].map((line) => JSON.parse(line) as Call);

const sample = callsOf(200_000);

/** Microseconds of processor time a call, at best. */
function timed({ calls, prepared }: Engine): number {
  const asked = sample.slice(0, calls).map(prepared);
  const times = Array.from({ length: 3 }, () => {
    const used = process.cpuUsage();
    for (const runs of asked) runs();
    const { user, system } = process.cpuUsage(used);
    return (user + system) / asked.length;
  });
  return Math.min(...times);
}

function compare(engines: Readonly<Record<string, Engine>>): void {
  for (const call of sample.slice(0, 300)) {
    const answers = Object.entries(engines).map(
      ([name, { prepared }]) => `${name} ${prepared(call)()}`,
    );
    if (new Set(answers.map((answer) => answer.split(" ").at(-1))).size > 1) {
      throw new Error(`${JSON.stringify(call)}: ${answers.join(", ")}`);
    }
  }
}

function plainRules(count: number): readonly PlainRule[] {
  const random = randomSource(11);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const [slugs, verbs] = [
    ["stripe", "helpdesk", "github", "gmail", "db"],
    ["get", "create", "delete", "send"],
  ];
  const rules = Array.from({ length: count }, (_, index): PlainRule => {
    const path =
      random() < 0.7
        ? `${pick(slugs)}.${pick(verbs)}_refund_${index % 9}`
        : `${pick(slugs)}.${pick(verbs)}_${pick(["", "i", "p", "th"])}*`;
    const reason = random() < 0.5 ? { reason: pick(["duplicate", "fraud"]) } : {};
    return { path, ...reason, effect: random() < 0.3 ? "block" : "always_run" };
  });
  return rules.sort(
    (one, other) => Number(other.effect === "block") - Number(one.effect === "block"),
  );
}

function ours(rules: readonly PlainRule[]): Engine {
  const { value } = policyFromObject({
    kortix_version: 2,
    policy: { default_mode: "risk" },
    policies: rules.map(({ path, reason, effect }) => ({
      match: path,
      action: effect,
      ...(reason === undefined ? {} : { conditions: [{ arg: "reason", match: reason }] }),
    })),
  });
  if (value === undefined) throw new Error("a generated manifest does not read");
  const pair = new CompiledPair(value, { ...value });
  return {
    calls: 200_000,
    // The other engines know no risk.
    prepared({ risk: _, ...call }) {
      const view = viewOf(call);
      return () => pair.outcome(view).head.effect === "always_run";
    },
  };
}

function linear(rules: readonly PlainRule[]): Engine {
  const compiled = rules.map(({ path, reason, effect }) => ({
    expression: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll("*", ".*")}$`, "i"),
    reason,
    effect,
  }));
  return {
    calls: 20_000,
    prepared({ connector, action, args }) {
      const path = `${connector}.${action}`;
      const value = args?.["reason"];
      return () =>
        compiled.find(
          ({ expression, reason }) =>
            expression.test(path) && (reason === undefined || value === reason),
        )?.effect === "always_run";
    },
  };
}

const casbinModel = `
[request_definition]
r = path, reason
[policy_definition]
p = path, reason, eft
[policy_effect]
e = some(where (p.eft == allow)) && !some(where (p.eft == deny))
[matchers]
m = keyMatch(r.path, p.path) && (p.reason == "*" || p.reason == r.reason)
`;

async function casbin(rules: readonly PlainRule[], count: number): Promise<Engine> {
  const lines = rules.map(
    ({ path, reason, effect }) =>
      `p, ${path}, ${reason ?? "*"}, ${effect === "block" ? "deny" : "allow"}`,
  );
  const enforcer = await newEnforcer(
    newModelFromString(casbinModel),
    new StringAdapter(lines.join("\n")),
  );
  return {
    calls: 100_000 / count,
    prepared({ connector, action, args }) {
      const [path, reason] = [`${connector}.${action}`, String(args?.["reason"])];
      return () => enforcer.enforceSync(path, reason);
    },
  };
}

function cedar(rules: readonly PlainRule[], count: number): Engine {
  const text = rules.map(({ path, reason, effect }) => {
    const condition = reason === undefined ? "" : ` && context.reason == ${JSON.stringify(reason)}`;
    return `${effect === "block" ? "forbid" : "permit"}(principal, action, resource) when { context.path like ${JSON.stringify(path)}${condition} };`;
  });
  const id = `bench-${count}`;
  const prepared = preparsePolicySet(id, { staticPolicies: text.join("\n") });
  if (prepared.type !== "success") throw new Error(JSON.stringify(prepared));
  const entity = (type: string) => ({ type, id: "it" });
  return {
    calls: 100_000 / count,
    prepared({ connector, action, args }) {
      const request = {
        principal: entity("Agent"),
        action: entity("Action"),
        resource: entity("Tool"),
        context: { path: `${connector}.${action}`, reason: String(args?.["reason"]) },
        preparsedPolicySetId: id,
        entities: [],
      };
      return () => {
        const answer = statefulIsAuthorized(request);
        if (answer.type !== "success") throw new Error(JSON.stringify(answer));
        return answer.response.decision === "allow";
      };
    },
  };
}
