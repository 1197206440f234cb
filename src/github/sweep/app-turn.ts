import { statusOf } from "../client.ts";
import { checkAppSetup, checkInstallationSetup } from "../self-check/granted-access.ts";
import { type RedeliveryMemory, redeliverFailed } from "./failed-deliveries.ts";
import type { SweepContext } from "./sweep-context.ts";

/**
 * Looks at the app as a whole: asks for failed deliveries again, takes up installations that no event told of, leaves
 * those that are gone or suspended, and compares what was granted with what is needed. Each part is optional: what
 * GitHub refuses keeps no other part from its work. Returns when the next turn is due.
 */
export async function appTurn(context: SweepContext, asked: RedeliveryMemory): Promise<number> {
  const { store, clients, now, saidOnce } = context;
  const github = await clients.ofApp();
  try {
    const count = await redeliverFailed(store, github, { memory: asked, now: now() });
    if (count > 0) context.onRedelivery(count);
    if (count > 0) context.log.info({ count }, "failed deliveries were asked for again");
  } catch (error) {
    saidOnce("deliveries", error, "failed deliveries could not be asked for");
  }
  try {
    await followInstallations(context);
  } catch (error) {
    saidOnce("installations", error, "the installations could not be listed");
  }
  await checkAppSetup(context, github);
  return now() + context.everyMs;
}

async function followInstallations(context: SweepContext): Promise<void> {
  const { store, clients } = context;
  const github = await clients.ofApp();
  // Read first: an installation that is made meanwhile is none that is gone.
  const followed = new Set(await store.sweeps.followed());
  const listed = await github.paginate(github.rest.apps.listInstallations, { per_page: 100 });
  for (const installation of listed) {
    const suspended = (installation.suspended_at ?? null) !== null;
    if (suspended && followed.has(installation.id)) await store.sweeps.drop(installation.id);
    if (suspended) continue;
    if (!followed.has(installation.id)) await store.sweeps.request(installation.id);
    await checkInstallationSetup(context, installation);
  }
  const ids = new Set(listed.map(({ id }) => id));
  for (const id of followed) if (!ids.has(id)) await leaveIfGone(context, id);
}

/** A list may be cut; only GitHub's word for the one installation counts. */
async function leaveIfGone({ store, clients }: SweepContext, id: number): Promise<void> {
  const github = await clients.ofApp();
  try {
    await github.rest.apps.getInstallation({ installation_id: id });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    await store.sweeps.drop(id);
    await store.setupProblems.forget(id);
    clients.forget(id);
  }
}
