import type { Kysely, Migration } from "kysely";
import type { StoreDialect } from "../dialect/dialect.ts";

/** Which claim writes the check of a commit that several pull requests share. */
export function commitTurn({ text }: StoreDialect): Migration {
  return {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable("commit_turn")
        .addColumn("repository_id", "bigint", (column) => column.notNull())
        .addColumn("head_sha", text, (column) => column.notNull())
        .addColumn("work_key", text, (column) => column.notNull())
        .addColumn("token", "bigint", (column) => column.notNull())
        .addPrimaryKeyConstraint("commit_turn_key", ["repository_id", "head_sha"])
        .execute();
      await schema
        .createIndex("commit_turn_by_work")
        .on("commit_turn")
        .columns(["work_key"])
        .execute();
    },
  };
}
