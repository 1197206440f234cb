import { randomSource } from "../analysis/diff/random-policies.ts";

interface Condition {
  readonly arg: string;
  readonly match: string;
  readonly negate?: boolean;
}

/** A rule as a manifest writes it. */
export interface RuleText {
  readonly match: string;
  readonly action: string;
  readonly conditions?: readonly Condition[];
}

/** A manifest as a value. */
export interface ManifestText {
  readonly kortix_version: 2;
  readonly policy: { readonly default_mode: string };
  readonly connectors: readonly {
    readonly slug: string;
    readonly provider: "http";
    readonly base_url: string;
  }[];
  readonly policies: readonly RuleText[];
}

const slugs = ["stripe", "helpdesk", "github", "gmail", "linear", "notion", "db", "crm"];
const verbs = ["get", "list", "create", "update", "delete", "send", "search", "archive"];
const nouns = ["refund", "invoice", "thread", "note", "issue", "page", "row", "contact"];
const actions = ["always_run", "require_approval", "block"];
const args = ["reason", "amount", "to", "message.channel", "labels"];
const texts = ["duplicate", "*@acme.com", "/^[0-9]{1,3}$/", "/urgent|now/", "public*", "*"];

/** How specific a pattern is: policies are written with the specific rules first. */
const specificity = (match: string): number => (match.includes("*") ? match.length : 1000);

/**
 * A manifest as people write them: mostly exact names, some `slug.*`, `*.verb_*`, `slug.verb_*`, a few expressions; half of
 * the rules with one to three conditions, a quarter of these negated; the specific rules first. The same seed gives the
 * same manifest.
 */
export function generatedManifest(rules: number, seed: number): ManifestText {
  const random = randomSource(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const match = (index: number): string => {
    const shape = random();
    if (shape < 0.45) return `${pick(slugs)}.${pick(verbs)}_${pick(nouns)}_${index}`;
    if (shape < 0.6) return `${pick(slugs)}.*`;
    if (shape < 0.75) return `*.${pick(verbs)}_*`;
    if (shape < 0.93) return `${pick(slugs)}.${pick(verbs)}_*`;
    return pick([
      `*${pick(nouns)}*`,
      `/${pick(verbs)}_${pick(nouns)}/`,
      `/^${pick(slugs)}\\..*${pick(nouns)}$/`,
    ]);
  };
  const condition = (): Condition => ({
    arg: pick(args),
    match: pick(texts),
    ...(random() < 0.25 ? { negate: true } : {}),
  });
  const policies = Array.from({ length: rules }, (_, index): RuleText => {
    const conditions = Array.from(
      { length: random() < 0.5 ? 1 + Math.floor(random() * 3) : 0 },
      condition,
    );
    return {
      match: match(index),
      action: pick(actions),
      ...(conditions.length === 0 ? {} : { conditions }),
    };
  });
  return {
    kortix_version: 2,
    policy: { default_mode: "risk" },
    connectors: slugs.map((slug) => ({
      slug,
      provider: "http",
      base_url: `https://${slug}.example`,
    })),
    policies: policies.sort((a, b) => specificity(b.match) - specificity(a.match)),
  };
}

const flipped = (rule: RuleText): RuleText => ({
  ...rule,
  action: actions[(actions.indexOf(rule.action) + 1) % actions.length] ?? "block",
});

/** The edits that a comparison is measured on, from none at all to another policy altogether. */
export const edits: Readonly<Record<string, (manifest: ManifestText) => ManifestText>> = {
  identical: (manifest) => manifest,
  "one flip": (manifest) => {
    const at = Math.floor(manifest.policies.length / 2);
    const policies = manifest.policies.map((rule, index) => (index === at ? flipped(rule) : rule));
    return { ...manifest, policies };
  },
  "rule on top": (manifest) => {
    const top = { match: "*", action: "block", conditions: [{ arg: "reason", match: "test*" }] };
    return { ...manifest, policies: [top, ...manifest.policies] };
  },
  "5 % flipped": (manifest) => {
    const policies = manifest.policies.map((rule, index) =>
      index % 20 === 0 ? flipped(rule) : rule,
    );
    return { ...manifest, policies };
  },
  "default flipped": (manifest) => ({ ...manifest, policy: { default_mode: "allow_all" } }),
  reversed: (manifest) => ({ ...manifest, policies: [...manifest.policies].reverse() }),
  unrelated: (manifest) => generatedManifest(manifest.policies.length, 4242),
};
