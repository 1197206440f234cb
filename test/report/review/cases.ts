import { readFileSync } from "node:fs";
import {
  corpusChange,
  type RereadableCorpus,
} from "../../../src/analysis/simulation/corpus-change.ts";
import { readCorpusText } from "../../../src/analysis/simulation/read-corpus.ts";
import { simulate } from "../../../src/analysis/simulation/simulate.ts";
import type { Simulation } from "../../../src/analysis/simulation/simulation.ts";
import type { ReportContext } from "../../../src/report/review/report-context.ts";
import { type OverrideFacts, overrideDigest } from "../../../src/review/override.ts";
import type { ProjectChange } from "../../../src/review/project-change.ts";
import type { Review } from "../../../src/review/review-change.ts";
import {
  approvals,
  cast,
  change,
  commit,
  judge,
  manifest,
  nothingChanges,
  owners,
  refundsRun,
  teams,
  twoConnectors,
} from "../../review/scene.ts";

/** Where every case's report comes from. */
export const context: ReportContext = {
  baseSha: "1111111111111111111111111111111111111111",
  headSha: "2222222222222222222222222222222222222222",
  branch: "main",
  redact: ["customer"],
};

const moved = change(supportDesk("kortix.yaml"), supportDesk("kortix.moved.yaml"));
const desk = { projects: [moved], simulation: replay(moved, supportDesk("calls.jsonl")) };
const eased = change(
  manifest(),
  manifest("always_run stripe.get_*", "always_run github.get_*").replace(
    "always_run }",
    'always_run, conditions: [{ arg: reason, match: "x", negate: true }] }',
  ),
);
const misspelt = change(manifest(), manifest("deny stripe.delete_*", "always_run /(/"));

const glass = {
  config: `${owners}break_glass: { team: "@acme/oncall", ttl: 1h }\n`,
  teams: { ...teams, "@acme/oncall": ["otto", "lena"] },
} as const;

/** The first asks to override the gate, the others confirm it. */
function votes(...people: readonly (keyof typeof cast)[]): Omit<OverrideFacts, "given"> {
  const digest = overrideDigest(
    new Map(judge(glass).requirements.map((one) => [one.requirement.connector, one.digest])),
  );
  return {
    headSha: context.headSha,
    votes: people.map((login, index) => ({
      reviewId: index + 1,
      person: cast[login],
      step: index === 0 ? "request" : "confirm",
      reason: index === 0 ? "customers <b>wait</b> @acme/everybody" : "",
      headSha: context.headSha,
      submittedAt: 0,
      digest,
      withdrawn: false,
    })),
  };
}

/** One review for each thing that a report has to say, by the name of its folder. */
export const cases: Readonly<Record<string, Review>> = {
  "a-swap-of-two-rules": judge({ ...desk, commits: [commit("lena")] }),
  "a-swap-approved": judge({ ...desk, reviews: approvals("maria") }),
  "nothing-changes": judge({ projects: [nothingChanges] }),
  "several-connectors": judge({
    projects: [change(manifest(), manifest("always_run *.get_*", "block *.delete_*"))],
    reviews: approvals("maria"),
  }),
  "reviews-that-do-not-count": judge({
    projects: [twoConnectors],
    config: owners.replace("@acme/support", "@acme/finance"),
    pushers: ["sara"],
    reviews: [
      { by: "maria", of: "another change" },
      { by: "frida", seenAs: null },
      { by: "otto" },
      { by: "sara" },
      { by: "helper[bot]" },
      { by: null },
      { by: "lena", state: "dismissed", seenAs: "approved" },
      { by: "sven", state: "dismissed" },
      { by: "nora" },
      { by: "nora" },
    ],
  }),
  "an-approval-of-one-of-two": judge({
    projects: [twoConnectors],
    config: owners.replace("@acme/support", "@acme/finance"),
    reviews: [{ by: "maria", of: { helpdesk: helpdeskDigest() } }],
  }),
  "an-approval-expired": judge({ reviews: approvals("maria"), now: 8 * 86_400_000 }),
  "never-judged": judge({ reviews: [{ by: "maria", of: "no judged change" }] }),
  "changes-requested": judge({
    projects: [twoConnectors],
    reviews: [{ by: "maria", state: "changes_requested" }, { by: "lena" }],
  }),
  "nobody-can-approve": judge({
    config: owners.replace("@acme/finance", "@acme/secret"),
    teams: { ...teams, "@acme/security": [] },
  }),
  "the-owner-wrote-it": judge({ author: "maria", teams: { ...teams, "@acme/finance": ["maria"] } }),
  "a-commit-names-nobody": judge({
    commits: [commit(null), commit("nora", { coAuthors: [cast.lena] })],
  }),
  "no-configuration-yet": judge({ config: undefined, headConfig: owners }),
  "configuration-unreadable": judge({ config: "owners: [", headConfig: owners }),
  "to-be-mended": judge({
    projects: [misspelt],
    simulation: replay(
      refundsRun,
      '{"connector":"stripe","action":"create_refund","args":{},"expect":"hold"}',
    ),
    headConfig: `${owners}owner: {}\n`,
  }),
  "a-finding-closes": judge({
    projects: [change(manifest(), manifest("always_run /(/"))],
    config: `${owners}findings: { close: [dead-rule] }\n`,
  }),
  "an-invariant-is-broken": judge({
    projects: [change(manifest("block *.delete_*"), manifest("always_run *.delete_*"))],
    config: `${owners}invariants: [{ call: "*.delete_*", at_least: block }]\n`,
  }),
  "the-configuration-changes": judge({
    projects: [refundsRun],
    config: owners,
    headConfig: `${owners.replace("@acme/finance", "@otto")}approvals: { ttl: 36h, required: 2 }\n`,
  }),
  "a-fallback-is-missing": judge({
    projects: [],
    config: owners,
    headConfig: 'owners:\n  stripe: ["@acme/finance"]\n',
  }),
  "a-manifest-is-deleted": judge({ projects: [change(manifest(), undefined)] }),
  "a-first-manifest": judge({ projects: [change(undefined, manifest("block *.delete_*"))] }),
  "a-symlink": judge({
    projects: [
      change(manifest(), {
        root: "kortix.yaml",
        files: [],
        faults: [{ path: "kortix.yaml", because: "is a symlink" }],
      }),
    ],
  }),
  "several-projects": judge({
    projects: [
      refundsRun,
      change(manifest(), manifest("block stripe.create_refund"), "teams/b/kortix.yaml"),
    ],
  }),
  "where-calls-go": judge({
    projects: [change(manifest(), manifest().replace("https://stripe.", "https://evil."))],
  }),
  "an-override-is-asked-for": judge({ ...glass, overrides: { ...votes("otto"), given: [] } }),
  "an-override-is-in-force": judge({
    ...glass,
    overrides: { ...votes("otto", "lena"), given: [] },
  }),
  "an-override-is-over": judge({
    ...glass,
    now: 3_600_000,
    overrides: {
      ...votes("otto", "lena", "maria", "nora"),
      given: [
        {
          reviewId: 1,
          requestedBy: cast.otto,
          confirmedBy: [cast.lena],
          reason: "customers <b>wait</b> @acme/everybody",
          headSha: context.headSha,
          digest: "",
          expiresAt: 3_600_000,
        },
      ],
    },
  }),
  "findings-new-and-standing-and-ignored": judge({
    projects: [
      change(
        manifest("require_approval stripe.*", "always_run stripe.get_a"),
        manifest(
          "require_approval stripe.*",
          "always_run stripe.get_a",
          "always_run stripe.get_b",
          "always_run stripe.get_c",
          "always_run /(/",
        ),
      ),
    ],
    config: `${owners}findings:
  ignore:
    - { id: rule-overruled, rule: stripe.get_c, reason: known, until: 2026-12-31 }
    - { id: rule-covered, reason: known, until: 1969-12-31 }
    - { id: slow-expression, reason: known, until: 2026-12-31 }
`,
  }),
  "saved-calls-are-lost": judge({
    projects: [moved],
    assets: {
      corpus: {
        kind: "compared",
        change: await corpusChange(
          corpusOf(supportDesk("calls.jsonl")),
          corpusOf(`${supportDesk("calls.jsonl").split("\n").slice(6).join("\n")}\nnonsense`),
          [],
        ),
      },
    },
  }),
  "the-catalogue-changes": judge({
    projects: [nothingChanges],
    assets: {
      catalogues: {
        base: {
          path: "actions.json",
          text: '{"stripe":{"delete_customer":"destructive","get":null}}',
        },
        head: { path: "actions.json", text: '{"stripe":{"delete_customer":"read"},"github":{}}' },
      },
    },
  }),
  "fewer-calls-wait-for-people": judge({
    projects: [eased],
    simulation: replay(
      eased,
      [
        { action: "get_charge", count: 29, first_at: "2026-10-05T09:00Z", at: "2026-10-11T17:00Z" },
        { action: "create_refund", count: 12, first_at: "2026-10-05T10:00Z", at: "2026-10-10" },
        { action: "get_charge", count: 5 },
        { action: "get_charge", args: { reason: "[redacted]" }, at: "2026-10-06" },
        { connector: "helpdesk", action: "reply_to_thread", at: "2026-10-06" },
        { connector: "github", action: "get_issue", at: "2026-10-06" },
      ]
        .map((record) => JSON.stringify({ connector: "stripe", args: {}, ...record }))
        .join("\n"),
    ),
    config: 'owners: { stripe: ["@acme/finance", "@maria"], helpdesk: ["@acme/support"] }',
  }),
  "calls-that-reach-the-policy": judge({
    projects: [
      change(
        manifest("block stripe.*").replace("{ slug: stripe,", "{ slug: stripe, enabled: false,"),
        manifest("block stripe.*"),
      ),
    ],
  }),
};

function corpusOf(text: string): RereadableCorpus {
  return async function* () {
    yield* readCorpusText({ path: "calls.jsonl", text });
  };
}

/** What an owner of both connectors approves for one of them. */
function helpdeskDigest(): string {
  const config = owners.replace("@acme/support", "@acme/finance");
  const [helpdesk] = judge({ projects: [twoConnectors], config }).requirements;
  return helpdesk?.digest ?? "";
}

function supportDesk(name: string): string {
  return readFileSync(`fixtures/support-desk/${name}`, "utf8");
}

/** What saved calls say about a change. */
function replay({ base, head }: ProjectChange, text: string): Simulation {
  if (base.policy === undefined || head.policy === undefined) throw new Error("not readable");
  return simulate(base.policy, head.policy, readCorpusText({ path: "calls.jsonl", text }));
}
