import { addAccount } from "./accounts.ts";
import type { Account, App, Permissions, State } from "./state.ts";
import { nextId } from "./world.ts";

/** The least that the app asks for. */
export const APP_PERMISSIONS: Permissions = {
  checks: "write",
  contents: "read",
  members: "read",
  merge_queues: "read",
  metadata: "read",
  pull_requests: "write",
};

/** The events that the app subscribes to. */
export const APP_EVENTS: readonly string[] = [
  "pull_request",
  "pull_request_review",
  "push",
  "merge_group",
  "check_run",
  "check_suite",
  "membership",
  "team",
  "team_add",
  "organization",
  "member",
  "repository",
];

/** Registers an app, with the bot account that it acts as. */
export function registerApp(
  state: State,
  owner: Account,
  fields: { id?: number; slug: string; permissions: Permissions; events: readonly string[] },
  createdAt: string,
): App {
  const bot = addAccount(state, { login: `${fields.slug}[bot]`, type: "Bot" }, createdAt);
  const app: App = {
    id: fields.id ?? nextId(state),
    slug: fields.slug,
    name: fields.slug,
    owner,
    bot,
    permissions: fields.permissions,
    events: fields.events,
    createdAt,
  };
  state.apps.set(app.id, app);
  return app;
}
