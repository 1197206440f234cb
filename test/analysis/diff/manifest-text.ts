import { readPolicy } from "../../../src/policy/dialects/kortix/read-policy.ts";
import type { Policy } from "../../../src/policy/policy.ts";

/** A rule in short: `block stripe.create_refund reason=duplicate amount!=/^\d{4,}$/`. */
export type ShortRule = string;

/** A policy in short. */
export interface ShortPolicy {
  readonly mode?: "risk" | "allow_all";
  readonly project?: readonly ShortRule[];
  /** By slug; `sensitive` and `disabled` stand among the rules. Absent: the policy names no connectors at all. */
  readonly connectors?: {
    readonly [slug: string]: readonly (ShortRule | "sensitive" | "disabled")[];
  };
}

const actions = { run: "always_run", hold: "require_approval", block: "block" } as const;

/** The policy that the short form means, read from a manifest's text. */
export function shortPolicy({ mode = "allow_all", project = [], connectors }: ShortPolicy): Policy {
  const manifest = {
    kortix_version: 2,
    policy: { default_mode: mode },
    policies: project.map(ruleEntry),
    ...(connectors === undefined
      ? {}
      : {
          connectors: Object.entries(connectors).map(([slug, lines]) => ({
            slug,
            provider: "http",
            base_url: "https://example.com",
            sensitive: lines.includes("sensitive"),
            enabled: !lines.includes("disabled"),
            policies: lines.filter((line) => line.includes(" ")).map(ruleEntry),
          })),
        }),
  };
  const { value, diagnostics } = readPolicy(JSON.stringify(manifest));
  if (value === undefined) {
    throw new Error(`cannot be read: ${JSON.stringify(diagnostics)}`);
  }
  return value;
}

function ruleEntry(line: ShortRule): unknown {
  const [word = "", match = "", ...conditions] = line.split(" ");
  return {
    match,
    action: actions[word as keyof typeof actions],
    conditions: conditions.map((condition) => {
      const [, arg, not, text] = /^([\w.]+?)(!?)=(.*)$/s.exec(condition) ?? [];
      return { arg, match: text, negate: not === "!" };
    }),
  };
}
