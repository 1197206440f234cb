import { expect, test } from "vitest";
import { openLog } from "../../../src/storage/decisions/log-reader.ts";
import { openStore } from "../../../src/storage/store.ts";
import { verdict } from "../samples.ts";
import { describeStores, openForTest, sharedStoreFactories } from "../store-factories.ts";

/** Takes a store back to the schema before the chain, with lines in its log. */
const back = [
  "drop index branch_push_by_commit",
  "drop table week_report",
  "drop table commit_turn",
  "drop table log_head",
  "drop index decision_previous_hash_once",
  "drop index decision_hash_once",
  "drop index delivery_by_time",
  "alter table decision drop column previous_hash",
  "alter table decision drop column hash",
  "delete from kysely_migration where name >= '0006'",
  `insert into decision (at, kind, repository_id, head_sha, body)
   with recursive counted(n) as (select 1 union all select n + 1 from counted where n < 1200)
   select n, 'incident', 42, 'h', '{"n":1.50}' from counted`,
];

describeStores(sharedStoreFactories, "a log of an older version", ({ create, execute }) => {
  test("its lines are chained in their order, and stay append-only", async () => {
    const url = await create();
    await (await openStore(url)).close();
    for (const statement of back) await execute(url, statement);

    await expect(openLog(url)).rejects.toMatchObject({
      name: "StoreError",
      message: "the decision log was written by an older version, which did not chain its lines",
    });

    const store = await openForTest(url);
    await store.decisions.append(42, { ...verdict("late"), kind: "incident" });
    const log = await openLog(url);
    expect(await log.verify()).toMatchObject({ lines: 1_201, faults: [] });
    await log.close();
    await expect(execute(url, "update decision set at = 0")).rejects.toThrow("append-only");
    await expect(execute(url, "delete from decision")).rejects.toThrow("append-only");
  });
});
