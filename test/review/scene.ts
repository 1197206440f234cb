import type { Simulation } from "../../src/analysis/simulation/simulation.ts";
import type { CommitFact } from "../../src/review/contributors.ts";
import { gateConfigPath } from "../../src/review/gate-config.ts";
import type { GateConfigSide } from "../../src/review/gate-config-side.ts";
import type { ManifestFiles } from "../../src/review/manifest-files.ts";
import type { OverrideFacts } from "../../src/review/override.ts";
import type { OwnerName } from "../../src/review/owner.ts";
import type { OwnerResolution } from "../../src/review/owner-resolution.ts";
import type { Person } from "../../src/review/person.ts";
import { type ProjectChange, projectChange } from "../../src/review/project-change.ts";
import { readGateConfig } from "../../src/review/read-gate-config.ts";
import { requirementDigest } from "../../src/review/requirement.ts";
import {
  type ChangeFacts,
  type Review,
  requirementsOf,
  reviewChange,
} from "../../src/review/review-change.ts";
import type { ReviewFact } from "../../src/review/review-fact.ts";

/** Everybody who appears in a scene, by login. */
export const cast = castOf(
  "nora the author",
  "lena of support",
  "maria of finance",
  "frida of finance",
  "sven of security",
  "sara of security",
  "otto who owns nothing",
  "helper[bot] of finance",
);
export type Login = "nora" | "lena" | "maria" | "frida" | "sven" | "sara" | "otto" | "helper[bot]";

function castOf(...parts: readonly string[]): Readonly<Record<Login, Person>> {
  const people = parts.map((part, index): [string, Person] => {
    const [login = ""] = part.split(" ");
    return [login, { id: index + 1, login, kind: login.endsWith("[bot]") ? "bot" : "user" }];
  });
  return Object.fromEntries(people) as Record<Login, Person>;
}

/** Who is in which team now. */
export type Teams = Readonly<Record<string, readonly Login[]>>;
export const teams: Teams = {
  "@acme/finance": ["maria", "frida", "helper[bot]"],
  "@acme/support": ["lena"],
  "@acme/security": ["sven", "sara"],
};

/** Three connectors: `stripe` owned by finance, `helpdesk` by support, `github` by nobody, so by security. */
export const owners = `owners:
  stripe: ["@acme/finance"]
  helpdesk: ["@acme/support"]
  "*": ["@acme/security"]
`;

/** A manifest with three connectors and the rules that are given, one a line: `block stripe.delete_*`. */
export function manifest(...rules: readonly string[]): string {
  const entries = rules.map((rule) => {
    const [action, match] = rule.split(" ");
    return `  - { match: "${match}", action: ${action} }\n`;
  });
  return `connectors:
  - { slug: stripe, provider: mcp, url: https://stripe.example }
  - { slug: helpdesk, provider: mcp, url: https://helpdesk.example }
  - { slug: github, provider: mcp, url: https://github.example }
policies:
${entries.join("")}  - { match: "*", action: require_approval }
`;
}

/** One project's change; undefined stands for no manifest. */
export function change(
  base: string | ManifestFiles | undefined,
  head: string | ManifestFiles | undefined,
  name = "kortix.yaml",
): ProjectChange {
  return projectChange({ name, base: files(base, name), head: files(head, name) });
}

function files(text: string | ManifestFiles | undefined, path: string): ManifestFiles {
  if (typeof text === "object") return text;
  if (text === undefined) return { root: undefined, files: [], faults: [] };
  return { root: path, files: [{ path, text }], faults: [] };
}

/** A change that lets refunds of `stripe` run and nothing else. */
export const refundsRun = change(manifest(), manifest("always_run stripe.create_refund"));
/** A change that lets every call of `stripe` and `helpdesk` run. */
export const twoConnectors = change(
  manifest(),
  manifest("always_run stripe.*", "always_run helpdesk.*"),
);
/** A change of `github`, which has no owner of its own. */
export const fallbackOnly = change(manifest(), manifest("always_run github.*"));
/** Layout alone. */
export const nothingChanges = change(manifest(), `# a comment\n${manifest()}`);

const read = new Map<string, GateConfigSide>();

/** One side's configuration from its text; undefined stands for none. */
export function config(text: string | undefined): GateConfigSide {
  if (text === undefined) return { kind: "absent" };
  const known = read.get(text) ?? readConfig(text);
  read.set(text, known);
  return known;
}

function readConfig(text: string): GateConfigSide {
  const { value, diagnostics } = readGateConfig({ path: gateConfigPath, text });
  return value === undefined
    ? { kind: "unreadable", diagnostics }
    : { kind: "read", config: value, diagnostics };
}

/** What a pull request is judged by; everything that is left out is as harmless as it can be. */
export interface Scene {
  readonly projects: readonly ProjectChange[];
  readonly simulation: Simulation | undefined;
  readonly config: string | undefined;
  readonly headConfig: string | undefined;
  readonly author: Login;
  readonly commits: readonly CommitFact[];
  readonly pushers: readonly Login[];
  readonly reviews: readonly ShortReview[];
  readonly teams: Teams;
  readonly now: number;
  /** What becomes of the saved calls and of the catalogue. */
  readonly assets: Pick<
    ChangeFacts,
    "corpus" | "corpusFaults" | "mounted" | "catalogues" | "specs"
  >;
  readonly overrides: OverrideFacts | undefined;
}

/** A review in short. */
export interface ShortReview {
  /** Null: a deleted account. */
  readonly by: Login | null;
  readonly state?: ReviewFact["state"];
  /** Milliseconds since the epoch. */
  readonly at?: number;
  /** What its webhook said it was; null when no webhook was seen. */
  readonly seenAs?: "approved" | "changes_requested" | "commented" | null;
  /** Which change it is bound to: the one as it is now, another one, or none that was judged. */
  readonly of?:
    | "this change"
    | "another change"
    | "no judged change"
    | Readonly<Record<string, string>>;
  readonly dismissedBy?: Login;
}

const harmless: Omit<Scene, "headConfig"> = {
  projects: [refundsRun],
  simulation: undefined,
  config: owners,
  author: "nora",
  commits: [],
  pushers: [],
  reviews: [],
  teams,
  now: 0,
  assets: {},
  overrides: undefined,
};

/** A commit of the given people. */
export function commit(
  author: Login | null,
  rest: Partial<Omit<CommitFact, "author">> = {},
): CommitFact {
  const person = author === null ? null : cast[author];
  return {
    sha: "abcdef0123456789abcdef0123456789abcdef01",
    author: person,
    committer: person,
    coAuthors: [],
    parents: [],
    cleanMerge: false,
    ...rest,
  };
}

/** Approvals of the change as it is now. */
export function approvals(...logins: readonly Login[]): readonly ShortReview[] {
  return logins.map((by) => ({ by }));
}

/** Judges a scene. */
export function judge(parts: Partial<Scene>): Review {
  const scene = { headConfig: "config" in parts ? parts.config : owners, ...harmless, ...parts };
  const facts = changeFacts(scene);
  const resolve = resolver(scene.teams);
  const digests = new Map(
    requirementsOf(facts).requirements.map((requirement) => [
      requirement.connector,
      requirementDigest(requirement, resolve),
    ]),
  );
  return reviewChange({
    ...facts,
    author: cast[scene.author],
    commits: scene.commits,
    pushers: scene.pushers.map((login) => cast[login]),
    reviews: scene.reviews.map((review, index) => reviewFact(review, index + 1, digests)),
    resolve,
    ...(scene.overrides === undefined ? {} : { overrides: scene.overrides }),
    now: scene.now,
  });
}

function changeFacts({ projects, simulation, assets, ...scene }: Scene): ChangeFacts {
  return {
    projects: projects.map((each) => ({ change: each, simulation })),
    baseConfig: config(scene.config),
    headConfig: config(scene.headConfig),
    ...assets,
  };
}

function reviewFact(
  { by, state = "approved", at = 0, seenAs, of = "this change", dismissedBy }: ShortReview,
  id: number,
  current: ReadonlyMap<string, string>,
): ReviewFact {
  const seen =
    seenAs === undefined && state !== "dismissed" && state !== "pending" ? state : seenAs;
  const digests = typeof of === "string" ? bindings[of](current) : new Map(Object.entries(of));
  return {
    id,
    reviewer: by === null ? null : cast[by],
    state,
    submittedAt: at,
    ...(seen === undefined || seen === null
      ? {}
      : { witness: { headSha: "a".repeat(40), state: seen, digests } }),
    ...(dismissedBy === undefined ? {} : { dismissedBy: cast[dismissedBy] }),
  };
}

type Digests = ReadonlyMap<string, string>;

/** What an approval is bound to. */
const bindings = {
  "this change": (current: Digests): Digests => current,
  "another change": (current: Digests): Digests =>
    new Map([...current.keys(), "elsewhere"].map((connector) => [connector, "f".repeat(64)])),
  "no judged change": (): Digests => new Map(),
};

/** Looks owners up in a scene's teams and cast; the id of a team is made of its name. */
function resolver(known: Teams): (owner: OwnerName) => OwnerResolution {
  return (owner) => {
    if (owner.kind === "user") {
      const person = Object.values(cast).find(({ login }) => login === owner.login);
      return person === undefined
        ? { kind: "unknown", owner, because: "there is no such user" }
        : { kind: "user", owner, person };
    }
    if (owner.kind === "bot") {
      return { kind: "user", owner, person: { id: owner.id, login: owner.text, kind: "bot" } };
    }
    const members = known[`@${owner.org}/${owner.slug}`];
    return members === undefined
      ? { kind: "unknown", owner, because: "the team does not exist or the app cannot see it" }
      : {
          kind: "team",
          owner,
          id: [...owner.slug].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7),
          members: members.map((login) => cast[login]),
        };
  };
}

/** Connectors and how far each has come, as a specification reads. */
export function states(review: Review): Readonly<Record<string, string>> {
  return Object.fromEntries(
    review.requirements.map(({ requirement, status }) => [requirement.connector, status]),
  );
}

/** Why reviews do not count: `login: reason`, with the connector where it is for one alone. */
export function notCounted(review: Review): readonly string[] {
  return review.reviews.flatMap(({ review: { reviewer }, ignored }) =>
    ignored.map(
      ({ connector, because }) =>
        `${reviewer?.login ?? "ghost"}: ${because.kind}${connector === undefined ? "" : ` for ${connector}`}`,
    ),
  );
}

/** Why nobody can answer for a connector. */
export function unanswerable(review: Review, connector: string): readonly string[] {
  return review.requirements
    .filter(({ requirement }) => requirement.connector === connector)
    .flatMap(({ groups }) => groups.flatMap((group) => group.unanswerable));
}
