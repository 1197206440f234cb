import { setTimeout as sleep } from "node:timers/promises";
import type { StandIn } from "../stand-in/stand-in.ts";
import { waitForAnswer } from "./answer.ts";
import { isBusy } from "./running-app.ts";

export type Pull = Awaited<ReturnType<StandIn["openPullRequest"]>>;
export type Files = Parameters<StandIn["commit"]>[0]["files"];

/** An organization with one repository of its own, so that many stories can be told at once. */
export interface Desk {
  readonly github: StandIn;
  readonly organization: string;
  readonly repository: string;
  /** The login of somebody of the cast. */
  who(name: Cast): string;
  /** Lena pushes files to a branch; the commit. */
  push(branch: string, files: Files, more?: PushOptions): Promise<string>;
  /** Lena pushes a branch, and nora opens a pull request of it. */
  propose(branch: string, files: Files, more?: PushOptions): Promise<Pull>;
  approve(pull: Pull, by: Cast, state?: ReviewState): Promise<number>;
  /** Waits for a conclusion, and for words in the comment. */
  answer(pull: Pull, conclusion: string, ...said: readonly string[]): Promise<string>;
  /** What the check on the head showed so far, each state once in a row. */
  colours(pull: Pull, sha?: string): readonly string[];
  comment(pull: Pull): string;
  /** Whether GitHub would merge, as far as our check goes. */
  isOpen(pull: Pull): boolean;
  /** Does something, and waits until the pull request was judged because of it and nothing is asked any more. */
  judged(pull: Pull, act: () => Promise<unknown>): Promise<void>;
  /** Waits until the pull request was judged and nothing is asked any more. */
  settled(pull: Pull): Promise<void>;
  /** Requests for this organization so far, tokens left out. */
  requests(): StandIn["requests"];
}

export type ReviewState = Parameters<StandIn["submitReview"]>[0]["state"];
type PushOptions = Partial<Omit<Parameters<StandIn["commit"]>[0], "repository" | "branch">> & {
  readonly base?: string;
  readonly opener?: Cast;
};

/**
 * Lena writes, nora opens pull requests, maria and gina are finance, sven is security and a support lead, hugo is a
 * support lead, otto owns nothing.
 */
const cast = ["lena", "nora", "maria", "gina", "sven", "hugo", "otto"] as const;
export type Cast = (typeof cast)[number];

/** A policy with two connectors that matter; the arguments say what differs. */
export function policy({
  refund = "require_approval",
  reply = "require_approval",
  first = "",
  more = "",
}: {
  readonly refund?: string;
  readonly reply?: string;
  /** Rules before the others, and after them. */
  readonly first?: string;
  readonly more?: string;
} = {}): string {
  return `kortix_version: 2
default_agent: support
agents:
  support:
    connectors: [stripe, helpdesk]
connectors:
  - slug: stripe
    provider: openapi
    spec: specs/stripe.json
    auth: { type: bearer }
  - slug: helpdesk
    provider: mcp
    url: https://mcp.helpdesk.example/mcp
policies:
${first}  # A refund is a judgment about a customer.
  # Nobody takes it back.
  - match: "stripe.create_refund"
    action: ${refund}
  # A reply is read by a customer.
  # Nobody takes it back either.
  - match: "helpdesk.reply"
    action: ${reply}
${more}`;
}

/** The gate's configuration of a desk. */
export function owners(organization: string, more = ""): string {
  return `owners:
  stripe: ["@${organization}/finance"]
  helpdesk: ["@${organization}/support-leads"]
  "*": ["@${organization}/security"]
${more}`;
}

export const configPath = ".github/countersign.yml";

export interface DeskOptions {
  readonly organization: string;
  /** Of the configuration; `null` for none. */
  readonly config?: string | null;
  /** Files beside the policy and the configuration, or in place of them. */
  readonly files?: Files;
  readonly repositoryName?: string;
  /** Events that the installation is told of; all that the app asks for when absent. */
  readonly events?: readonly string[];
}

/** Sets an organization up. Its login must be one of its own; so are the logins of its people. */
export async function openDesk(github: StandIn, options: DeskOptions): Promise<Desk> {
  const { organization, config = owners(organization), repositoryName = "desk" } = options;
  const repository = `${organization}/${repositoryName}`;
  const who = (name: Cast): string => `${name}-${organization}`;
  for (const name of cast) {
    github.createUser({ login: who(name), emails: [`${who(name)}@acme.test`] });
  }
  await github.createOrganization({ login: organization, install: false });
  await github.install({
    account: organization,
    ...(options.events === undefined ? {} : { events: options.events }),
  });
  for (const name of cast) await github.addOrganizationMember({ organization, user: who(name) });
  const team = (name: string, members: readonly Cast[]) =>
    github.createTeam({ organization, name, members: members.map(who) });
  await team("Finance", ["maria", "gina"]);
  await team("Support leads", ["sven", "hugo"]);
  await team("Security", ["sven"]);
  github.createRepository({
    owner: organization,
    name: repositoryName,
    files: {
      "kortix.yaml": policy(),
      "README.md": "# Desk\n",
      ...(config === null ? {} : { [configPath]: config }),
      ...options.files,
    },
  });
  for (const slug of ["finance", "support-leads", "security"]) {
    await github.grant({ repository, team: `${organization}/${slug}`, permission: "read" });
  }
  for (const name of ["lena", "nora"] as const) {
    await github.grant({ repository, user: who(name), permission: "write" });
  }
  await github.requireCheck({ repository, from: "ours" });
  return desk(github, organization, repository);
}

function desk(github: StandIn, organization: string, repository: string): Desk {
  const who = (name: Cast): string => `${name}-${organization}`;
  const own: StandIn["requests"][number][] = [];
  let looked = 0;
  const requests = (): StandIn["requests"] => {
    for (const request of github.requests.slice(looked)) {
      if (request.path.split("/")[2] === organization) own.push(request);
    }
    looked = github.requests.length;
    return own;
  };
  const push: Desk["push"] = (branch, files, { base: _base, opener: _opener, ...more } = {}) =>
    github.commit({
      repository,
      branch,
      author: who("lena"),
      ...(files === undefined ? {} : { files }),
      ...more,
    });
  const comment = (pull: Pull): string =>
    github.commentsOf(pull).find(({ app }) => app !== null)?.body ?? "";
  /** Waits until the pull request was read since, nothing of the organization is due, and nothing is asked any more. */
  const judgedSince = async (number: number, before: number): Promise<void> => {
    const deadline = performance.now() + patienceMs;
    let seen = 0;
    let quiet = 0;
    while (performance.now() < deadline) {
      await sleep(100);
      const all = requests();
      quiet = all.length === seen && !isBusy(github, organization) ? quiet + 1 : 0;
      seen = all.length;
      const isRead = all.some(
        ({ path, sequence }) => sequence > before && path.endsWith(`/pulls/${number}`),
      );
      if (isRead && quiet > quietLooks) return;
    }
    throw new Error(`pull request ${number} was not judged again, or asked about without end`);
  };
  return {
    github,
    organization,
    repository,
    who,
    push,
    propose: async (branch, files, more = {}) => {
      await push(branch, files, more);
      return await github.openPullRequest({
        repository,
        author: who(more.opener ?? "nora"),
        head: branch,
        ...(more.base === undefined ? {} : { base: more.base }),
      });
    },
    approve: (pull, by, state = "APPROVED") => github.submitReview({ pull, user: who(by), state }),
    answer: (pull, conclusion, ...said) =>
      waitForAnswer(
        github,
        pull,
        conclusion,
        said.length === 0 ? undefined : (body) => said.every((words) => body.includes(words)),
      ),
    colours: (pull, sha = github.pullRequest(pull).head.sha) =>
      github
        .conclusionsOf(repository, sha)
        .map(({ conclusion, status }) => conclusion ?? status)
        .filter((colour, index, all) => colour !== all[index - 1]),
    comment,
    isOpen: (pull) => github.mergeBox(pull, { from: "ours" }).satisfied,
    judged: async (pull, act) => {
      const before = github.requests.at(-1)?.sequence ?? 0;
      await act();
      await judgedSince(pull.number, before);
    },
    settled: (pull) => judgedSince(pull.number, 0),
    requests,
  };
}

/**
 * Longer than it takes to ask for reviews, which comes after the work is done. Looks, not time: a machine that is busy
 * gives the app, which runs in this process, as many turns between them.
 */
const quietLooks = 6;
const patienceMs = 110_000;
