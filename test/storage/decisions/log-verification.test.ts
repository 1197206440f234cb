import { describe, expect, test } from "vitest";
import type { LogProofFault } from "../../../src/report/log-proof-report.ts";
import { openLog } from "../../../src/storage/decisions/log-reader.ts";
import { binding, permit, pullRequest, verdict } from "../samples.ts";
import {
  describeStores,
  openForTest,
  type SharedStoreFactory,
  sharedStoreFactories,
} from "../store-factories.ts";

/** Six lines: a verdict, three incidents, an approval, a spent one; and the hash of each. */
async function writtenLog(url: string): Promise<readonly string[]> {
  const store = await openForTest(url);
  await store.work.enqueue(pullRequest(7));
  const claim = await store.work.claim();
  if (claim === undefined) throw new Error("nothing is due");
  await store.work.complete(claim, { decisions: [verdict("closed")] });
  for (const body of ["one", "two", { three: "\ud800\u0000\u202e" }]) {
    await store.decisions.append(42, { kind: "incident", headSha: "m \ud800", body });
  }
  await store.approvals.bindApprovals([binding]);
  await store.approvals.spend(permit);
  const hashes: string[] = [];
  for await (const { hash } of store.decisions.exportSince(0)) hashes.push(hash);
  return hashes;
}

/** What somebody does who owns the database, one statement after the other, past the triggers. */
async function tamper(
  { name, execute }: SharedStoreFactory,
  url: string,
  statements: readonly string[],
): Promise<void> {
  const disarm =
    name === "postgresql"
      ? ["drop function refuse_change_of_decision() cascade"]
      : ["drop trigger decision_refuses_update", "drop trigger decision_refuses_delete"];
  for (const statement of [...disarm, ...statements]) await execute(url, statement);
}

const copied =
  "at, kind, repository_id, pull_number, head_sha, base_sha, work_key, generation, token, verdict, body";

interface Tampering {
  readonly title: string;
  readonly statements: readonly string[];
  readonly faults: readonly LogProofFault[];
}

const tamperings: readonly Tampering[] = [
  ...["at = at + 1", "body = '\"three\"'", "head_sha = 'x'", "pull_number = 8", "hash = 'x'"].map(
    (change): Tampering => ({
      title: `a line whose ${change.split(" ")[0]} was changed`,
      statements: [`update decision set ${change} where seq = 3`],
      faults: [
        { kind: "changed", seq: 3 },
        ...(change.startsWith("hash")
          ? ([{ kind: "unlinked", seq: 4, after: 3 }] satisfies LogProofFault[])
          : []),
      ],
    }),
  ),
  {
    title: "a line that was removed",
    statements: ["delete from decision where seq = 3"],
    faults: [{ kind: "unlinked", seq: 4, after: 2 }],
  },
  {
    title: "the first line removed",
    statements: ["delete from decision where seq = 1"],
    faults: [{ kind: "unlinked", seq: 2 }],
  },
  {
    title: "the last line removed",
    statements: ["delete from decision where seq = 6"],
    faults: [{ kind: "cut", lines: 5, written: 6 }],
  },
  {
    title: "every line removed",
    statements: ["delete from decision"],
    faults: [{ kind: "cut", lines: 0, written: 6 }],
  },
  {
    title: "two lines that changed places",
    statements: [
      "update decision set seq = 30 where seq = 3",
      "update decision set seq = 3 where seq = 4",
      "update decision set seq = 4 where seq = 30",
    ],
    faults: [
      { kind: "unlinked", seq: 3, after: 2, follows: 4 },
      { kind: "unlinked", seq: 4, after: 3, follows: 2 },
      { kind: "unlinked", seq: 5, after: 4, follows: 3 },
    ],
  },
  {
    title: "a line that was put in between",
    statements: [
      "update decision set seq = seq + 10 where seq > 3",
      `insert into decision (seq, ${copied}, previous_hash, hash) OVERRIDING select 4, ${copied}, 'elsewhere', 'forged' from decision where seq = 2`,
    ],
    faults: [
      { kind: "changed", seq: 4 },
      { kind: "unlinked", seq: 4, after: 3 },
      { kind: "unlinked", seq: 14, after: 4, follows: 3 },
    ],
  },
];

describeStores(sharedStoreFactories, "proof of the decision log", (factory) => {
  const { create, execute, name } = factory;

  test("a log that nobody touched is whole, and goes on from each of its lines", async () => {
    const url = await create();
    const hashes = await writtenLog(url);
    const log = await openLog(url);
    const whole = { lines: 6, head: { seq: 6, hash: hashes[5] }, faults: [] };
    expect(await log.verify()).toEqual(whole);
    for (const hash of hashes) expect(await log.verify(hash)).toEqual(whole);
    await log.close();
  });

  test("an empty log is whole, and goes on from nothing", async () => {
    const url = await create();
    await openForTest(url);
    const log = await openLog(url);
    expect(await log.verify()).toEqual({ lines: 0, faults: [] });
    expect(await log.verify("x")).toEqual({
      lines: 0,
      faults: [{ kind: "not-continued", hash: "x" }],
    });
    await log.close();
  });

  describe("what somebody does who owns the database is found, with its place", () => {
    test.each(tamperings)("$title", async ({ statements, faults }) => {
      const url = await create();
      await writtenLog(url);
      const overriding = name === "postgresql" ? "overriding system value" : "";
      const own = statements.map((statement) => statement.replace("OVERRIDING", overriding));
      const renumber =
        name === "postgresql"
          ? ["alter table decision alter column seq drop identity if exists"]
          : [];
      await tamper(factory, url, [...renumber, ...own]);
      const log = await openLog(url);
      expect((await log.verify()).faults).toEqual(faults);
      await log.close();
    });
  });

  test("a log that was cut together with its end is found by a hash that was kept outside", async () => {
    const url = await create();
    const hashes = await writtenLog(url);
    await tamper(factory, url, [
      "delete from decision where seq > 4",
      `update log_head set hash = '${hashes[3]}', lines = 4`,
    ]);
    const log = await openLog(url);
    expect((await log.verify()).faults).toEqual([]);
    expect((await log.verify(hashes[3])).faults).toEqual([]);
    expect((await log.verify(hashes[5])).faults).toEqual([
      { kind: "not-continued", hash: hashes[5] },
    ]);
    await log.close();
  });

  test("a log in which nothing fits is not walked to its end", async () => {
    const url = await create();
    const store = await openForTest(url);
    for (let body = 0; body < 110; body += 1) {
      await store.decisions.append(42, { kind: "incident", headSha: "m", body });
    }
    await tamper(factory, url, ["update decision set body = '0'"]);
    const log = await openLog(url);
    const { faults, lines } = await log.verify();
    expect([faults.length, lines]).toEqual([100, 101]);
    await log.close();
  });

  test("the database refuses a line that does not follow the last one", async () => {
    const url = await create();
    await writtenLog(url);
    const insert = `insert into decision (${copied}, previous_hash, hash) select ${copied}`;
    for (const [previous, own] of [
      ["''", "'new'"],
      ["previous_hash", "'new'"],
      ["'new'", "hash"],
    ]) {
      await expect(
        execute(url, `${insert}, ${previous}, ${own} from decision where seq = 2`),
      ).rejects.toThrow(/unique/i);
    }
  });

  test("instances that append at the same time write one chain", async () => {
    const url = await create();
    // Two connections of one process to one file would wait for each other.
    const names = name === "postgresql" ? ["one", "two", "three", "four"] : ["one"];
    const stores = await Promise.all(names.map((instance) => openForTest(url, { instance })));
    await Promise.all(
      stores.map(async (store, index) => {
        for (let reviewId = 0; reviewId < 30; reviewId += 2) {
          const both = [reviewId, reviewId + 1].map((id) => ({ ...binding, reviewId: id }));
          await Promise.all([
            store.decisions.append(42, { kind: "incident", headSha: "m", body: index }),
            store.approvals.spend({ ...permit, reviewId }),
            // In another order than the neighbour: each would hold what the other one waits for.
            store.approvals.bindApprovals(index % 2 === 0 ? both : both.toReversed()),
          ]);
        }
      }),
    );
    const log = await openLog(url);
    expect(await log.verify()).toMatchObject({ lines: names.length * 15 + 15 + 30, faults: [] });
    await log.close();
  });
});
