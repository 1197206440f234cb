import { expect, test } from "vitest";
import { appendOnlyTables, overrideTables } from "../../src/storage/tables.ts";
import {
  approvalSighting,
  binding,
  delivery,
  overrideVote,
  permit,
  pushSighting,
} from "./samples.ts";
import { describeStores, openForTest, sharedStoreFactories } from "./store-factories.ts";

describeStores(sharedStoreFactories, "history", ({ create, execute }) => {
  test.each([...appendOnlyTables, ...overrideTables])(
    "the database refuses to change or delete a row of %s",
    async (table) => {
      const url = await create();
      const store = await openForTest(url);
      await store.inbox.accept({
        ...delivery("d1"),
        sightings: [approvalSighting, pushSighting, overrideVote],
      });
      await store.approvals.bindApprovals([binding]);
      await store.approvals.spend(permit);
      await store.overrides.bind([{ vote: overrideVote, digest: "a", outcome: "counted" }]);
      await store.overrides.give({ ...overrideVote, digest: "a", expiresAt: 1, body: null });
      const before = await execute(url, `select * from ${table}`);
      expect(before.length).toBeGreaterThan(0);
      await expect(execute(url, `update ${table} set repository_id = 1`)).rejects.toThrow(
        "append-only",
      );
      await expect(execute(url, `delete from ${table}`)).rejects.toThrow("append-only");
      expect(await execute(url, `select * from ${table}`)).toEqual(before);
    },
  );
});
