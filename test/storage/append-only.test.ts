import { describe, expect, test } from "vitest";
import { appendOnlyTables } from "../../src/storage/tables.ts";
import { approvalSighting, binding, delivery, permit, pushSighting } from "./samples.ts";
import { openForTest, sharedStoreFactories } from "./store-factories.ts";

describe.each(sharedStoreFactories)("history, $name", ({ create, execute }) => {
  test.each(appendOnlyTables)(
    "the database refuses to change or delete a row of %s",
    async (table) => {
      const url = create();
      const store = await openForTest(url);
      await store.inbox.accept({ ...delivery("d1"), sightings: [approvalSighting, pushSighting] });
      await store.approvals.bindApprovals([binding]);
      await store.approvals.spend(permit);
      const before = execute(url, `select * from ${table}`);
      expect(before.length).toBeGreaterThan(0);
      expect(() => execute(url, `update ${table} set repository_id = 1`)).toThrow("append-only");
      expect(() => execute(url, `delete from ${table}`)).toThrow("append-only");
      expect(execute(url, `select * from ${table}`)).toEqual(before);
    },
  );
});
