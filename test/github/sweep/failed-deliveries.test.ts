import { expect, test } from "vitest";
import type { GitHubClient } from "../../../src/github/client.ts";
import { redeliverFailed } from "../../../src/github/sweep/failed-deliveries.ts";
import type { Store } from "../../../src/storage/store.ts";

const now = Date.parse("2026-11-30T00:00:00Z");
const hour = 3_600_000;

/** A delivery as GitHub lists it. */
const listed = (id: number, more: object = {}): object => ({
  id,
  guid: `guid-${id}`,
  event: "push",
  action: null,
  status_code: 502,
  delivered_at: new Date(now - id * hour).toISOString(),
  ...more,
});

/** GitHub with these pages of deliveries, newest first; `refused` by id. */
function gitHub(
  pages: readonly (readonly object[])[],
  refused: Readonly<Record<number, number>> = {},
): { readonly client: GitHubClient; readonly asked: number[]; readonly read: () => number } {
  const asked: number[] = [];
  let read = 0;
  const client = {
    paginate: {
      iterator: async function* () {
        for (const data of pages) {
          read += 1;
          yield { data };
        }
      },
    },
    request: async (_route: string, { delivery_id: id }: { readonly delivery_id: number }) => {
      asked.push(id);
      if (refused[id] !== undefined) throw Object.assign(new Error("no"), { status: refused[id] });
    },
  };
  return { client: client as unknown as GitHubClient, asked, read: () => read };
}

const inbox = (...arrived: readonly string[]): Store =>
  ({
    inbox: { missing: async (ids: readonly string[]) => ids.filter((id) => !arrived.includes(id)) },
  }) as unknown as Store;

const sweep = (store: Store, client: GitHubClient, memory = new Map<string, number>()) =>
  redeliverFailed(store, client, { memory, now });

test("what failed and never arrived is asked for, the oldest first", async () => {
  const { client, asked } = gitHub([[listed(3), listed(2), listed(1)]]);
  expect(await sweep(inbox("guid-2"), client)).toBe(2);
  expect(asked).toEqual([1, 3]);
});

test("an event of which one attempt arrived, or that nobody reads, or is too old is let alone", async () => {
  const pages = [
    [
      listed(9, { guid: "twice" }),
      listed(8, { guid: "twice", status_code: 200 }),
      listed(7, { event: "star", action: "created" }),
      listed(6, { event: "constructor" }),
      listed(5, { event: "pull_request", action: "labeled" }),
      listed(80),
    ],
    [listed(4)],
  ];
  const { client, asked, read } = gitHub(pages);
  expect(await sweep(inbox(), client)).toBe(0);
  expect(asked).toEqual([]);
  expect(read()).toBe(1);
});

test("of several attempts the newest is sent again", async () => {
  const pages = [[listed(5, { guid: "one" }), listed(2, { guid: "one" })]];
  const { client, asked } = gitHub(pages);
  await sweep(inbox(), client);
  expect(asked).toEqual([5]);
});

test("it is asked for five times and not more, and what arrived is forgotten", async () => {
  const { client, asked } = gitHub([[listed(1)]]);
  const memory = new Map([["guid-2", 5]]);
  for (let turn = 0; turn < 7; turn += 1) await sweep(inbox("guid-2"), client, memory);
  expect(asked).toEqual([1, 1, 1, 1, 1]);
  expect([...memory.keys()]).toEqual(["guid-1"]);
});

test("one that GitHub has forgotten keeps no other from being sent; what is refused for all ends it", async () => {
  const pages = [[listed(3), listed(2), listed(1)]];
  const forgotten = gitHub(pages, { 1: 404, 2: 422 });
  expect(await sweep(inbox(), forgotten.client)).toBe(1);
  expect(forgotten.asked).toEqual([1, 2, 3]);
  const refused = gitHub(pages, { 1: 403 });
  await expect(sweep(inbox(), refused.client)).rejects.toThrow("no");
  expect(refused.asked).toEqual([1]);
});

test("at most ten pages are read and fifty asked for in one sweep", async () => {
  const pages = Array.from({ length: 12 }, (_, page) =>
    Array.from({ length: 10 }, (_, index) =>
      listed(page * 10 + index, { delivered_at: new Date(now).toISOString() }),
    ),
  );
  const { client, asked, read } = gitHub(pages);
  expect(await sweep(inbox(), client)).toBe(50);
  expect([read(), asked[0], asked.at(-1)]).toEqual([10, 0, 49]);
});
