import type { Store } from "../../storage/store.ts";
import { type GitHubClient, statusOf } from "../client.ts";
import { tableName } from "../events/event-table.ts";

/** GitHub keeps deliveries for this long, in milliseconds. */
const keptMs = 3 * 86_400_000;
const pagesRead = 10;
/** Asked for again in one sweep; the rest waits for the next. */
const portion = 50;
/** A delivery that came to nothing so often is left to the sweep of its pull request. */
const attemptsEach = 5;

/** A delivery as GitHub lists it. */
interface ListedDelivery {
  readonly id: number;
  readonly guid: string;
}

/** How often each delivery was asked for again, by its guid. */
export type RedeliveryMemory = Map<string, number>;

/**
 * Asks GitHub to send again what never arrived: deliveries of the last three days that failed and are not in the inbox.
 * A redelivery has the same guid and takes the usual road, so that a review whose event was lost is witnessed after all.
 * The oldest goes first. Returns how many were asked for; throws when GitHub does not list them.
 */
export async function redeliverFailed(
  store: Store,
  github: GitHubClient,
  { memory, now }: { readonly memory: RedeliveryMemory; readonly now: number },
): Promise<number> {
  const failed = await listFailed(github, now);
  const missing = new Set(await store.inbox.missing([...failed.keys()]));
  for (const guid of memory.keys()) if (!missing.has(guid)) memory.delete(guid);
  const wanted = [...failed.values()]
    .filter(({ guid }) => missing.has(guid) && (memory.get(guid) ?? 0) < attemptsEach)
    .sort((a, b) => a.id - b.id)
    .slice(0, portion);
  let count = 0;
  for (const { id, guid } of wanted) {
    memory.set(guid, (memory.get(guid) ?? 0) + 1);
    if (await redeliver(github, id)) count += 1;
  }
  return count;
}

/** False when GitHub has forgotten this one, or does not send it again. */
async function redeliver(github: GitHubClient, id: number): Promise<boolean> {
  try {
    await github.request("POST /app/hook/deliveries/{delivery_id}/attempts", { delivery_id: id });
    return true;
  } catch (error) {
    const status = statusOf(error);
    if (status === 400 || status === 404 || status === 422) return false;
    throw error;
  }
}

/** The newest attempt of each event that matters, of those whose attempts all failed. */
async function listFailed(
  github: GitHubClient,
  now: number,
): Promise<ReadonlyMap<string, ListedDelivery>> {
  const failed = new Map<string, ListedDelivery>();
  const arrived = new Set<string>();
  let pages = 0;
  // The client's description of the endpoint does not know `status` yet.
  const parameters = { per_page: 100, status: "failure" };
  const pagesOf = github.paginate.iterator("GET /app/hook/deliveries", parameters);
  for await (const { data } of pagesOf) {
    pages += 1;
    for (const { id, guid, event, action, status_code: status, delivered_at: at } of data) {
      if (status >= 200 && status < 400) arrived.add(guid);
      const recent = Date.parse(at) > now - keptMs;
      if (recent && !failed.has(guid) && tableName(event, action) !== undefined)
        failed.set(guid, { id, guid });
    }
    const last = data.at(-1);
    if (last === undefined || Date.parse(last.delivered_at) <= now - keptMs) break;
    if (pages === pagesRead) break;
  }
  for (const guid of arrived) failed.delete(guid);
  return failed;
}
