import { setTimeout as sleep } from "node:timers/promises";
import type Database from "better-sqlite3";
import type { StandIn } from "../stand-in/stand-in.ts";
import type { Delivery } from "../stand-in/webhooks.ts";
import { type Cast, type Desk, openDesk, type Pull, policy } from "./desk.ts";

/** Where stories are told: GitHub, and the app's store. */
export interface Told {
  readonly github: StandIn;
  readonly store: Database.Database;
}

/** The words of the pull request and its base that decide what it means. */
export interface Present {
  refund: string;
  /** Whether the base has a rule of its own for refunds of duplicates. */
  duplicatesWait: boolean;
  base: string;
}

/** One telling of a story. */
export interface Stage {
  readonly desk: Desk;
  readonly pull: Pull;
  readonly present: Present;
  /** What the pull request meant when each approval was given, by the review's id. */
  readonly approved: Map<number, string>;
  readonly reviewOf: Map<Cast, number>;
  /** Every commit that the pull request had for its head. */
  readonly heads: Set<string>;
}

export type Act = (stage: Stage) => Promise<unknown>;

/** What a pull request means. */
export const meaning = ({ refund, duplicatesWait }: Omit<Present, "base">): string =>
  `${refund} ${duplicatesWait}`;

const approve =
  (by: Cast): Act =>
  async ({ desk, pull, present, approved, reviewOf }) => {
    const review = await desk.approve(pull, by);
    approved.set(review, meaning(present));
    reviewOf.set(by, review);
  };
const object =
  (by: Cast): Act =>
  ({ desk, pull }) =>
    desk.approve(pull, by, "CHANGES_REQUESTED");
const dismiss =
  (by: Cast): Act =>
  ({ desk, pull, reviewOf }) =>
    desk.github.dismissReview({ pull, review: reviewOf.get(by) ?? 0, by: desk.who("lena") });
const push =
  (refund: string): Act =>
  ({ desk, present }) => {
    present.refund = refund;
    return desk.push("change", { "kortix.yaml": policy({ refund }) });
  };
const pushLayout: Act = ({ desk }) => desk.push("change", { "README.md": "# The desk\n" });
const pushToBase: Act = ({ desk }) => baseCommit(desk, { "docs/hours.md": "Nine to five.\n" });
/** Refunds of duplicates still wait, which the pull request does not alter any more. */
const pushMeaningToBase: Act = ({ desk, present }) => {
  present.duplicatesWait = true;
  const first = `  - match: "stripe.create_refund"
    action: require_approval
    conditions:
      - arg: reason
        match: "duplicate"
`;
  return baseCommit(desk, { "kortix.yaml": policy({ first }) });
};
const retarget =
  (base: string): Act =>
  ({ desk, pull, present }) => {
    present.base = base;
    return desk.github.editPullRequest(pull, { by: desk.who("nora"), base });
  };
const close: Act = ({ desk, pull }) => desk.github.closePullRequest(pull, desk.who("nora"));
const reopen: Act = ({ desk, pull }) => desk.github.reopenPullRequest(pull, desk.who("nora"));

function baseCommit(desk: Desk, files: Readonly<Record<string, string>>): Promise<string> {
  const { repository, organization } = desk;
  const author = `${organization}-admin`;
  return desk.github.commit({ repository, branch: "main", author, files });
}

/** What happens, in the order in which it happens, and what it comes to. */
export const stories: Readonly<
  Record<string, { acts: Readonly<Record<string, Act>>; ends: string }>
> = {
  "an approval that another one replaces": {
    acts: { approve: approve("maria"), dismiss: dismiss("maria"), again: approve("gina") },
    ends: "success",
  },
  "an approval of what is pushed away": {
    acts: { approve: approve("maria"), push: push("block"), layout: pushLayout },
    ends: "action_required",
  },
  "an approval of what the base changes": {
    acts: { approve: approve("maria"), base: pushMeaningToBase, docs: pushToBase },
    ends: "action_required",
  },
  "an approval of what is pushed away and comes back": {
    acts: {
      approve: approve("maria"),
      push: push("block"),
      back: push("always_run"),
      base: pushToBase,
    },
    ends: "success",
  },
  "a change request after an approval, and a way round": {
    acts: {
      approve: approve("maria"),
      away: retarget("other"),
      back: retarget("main"),
      object: object("gina"),
    },
    ends: "action_required",
  },
  "approvals of what was shown while the base moved": {
    acts: {
      approve: approve("maria"),
      close,
      reopen,
      base: pushMeaningToBase,
      again: approve("gina"),
    },
    ends: "action_required",
  },
};

/** Neither due, nor being judged, nor to be tried again within two minutes. */
export async function settled(store: Database.Database, organization: string): Promise<void> {
  const row = store.prepare(
    "select 1 from work where owner = ? and (lease_owner is not null or run_at <= ?) limit 1",
  );
  const deadline = performance.now() + 120_000;
  for (let quiet = 0; quiet < 4; ) {
    quiet = row.get(organization, Date.now() + 120_000) === undefined ? quiet + 1 : 0;
    if (performance.now() > deadline) throw new Error(`${organization} is judged without end`);
    await sleep(50);
  }
}

/** What was held for a repository since, as far as it is news to the app. */
export function heldSince({ github, repository }: Desk, from: number): readonly Delivery[] {
  return github.webhooks.deliveries
    .slice(from)
    .filter(
      ({ event, action, body }) =>
        ["push", "pull_request", "pull_request_review"].includes(event) &&
        action !== "review_requested" &&
        body.includes(`"full_name":"${repository}"`),
    );
}

/** Sends held deliveries, one after the other. */
export async function deliver(github: StandIn, held: readonly Delivery[]): Promise<void> {
  for (const { id } of held) await github.webhooks.redeliver(id);
}

/** Opens a pull request that waits for its owner, and lets the app judge it; all webhooks are held. */
export async function begin({ github, store }: Told, organization: string): Promise<Stage> {
  const from = github.webhooks.deliveries.length;
  const desk = await openDesk(github, { organization });
  await desk.push("other", { "README.md": "# Elsewhere\n" });
  const pull = await desk.propose("change", { "kortix.yaml": policy({ refund: "always_run" }) });
  await deliver(github, heldSince(desk, from));
  await desk.answer(pull, "action_required", "Closed: waiting for the owners of `stripe`");
  await settled(store, organization);
  const present = { refund: "always_run", duplicatesWait: false, base: "main" };
  const heads = new Set([github.pullRequest(pull).head.sha]);
  return { desk, pull, present, approved: new Map(), reviewOf: new Map(), heads };
}
