import type { Kysely, Migration } from "kysely";
import type { StoreDialect } from "../dialect/dialect.ts";

/** Who is swept when, what the self-check found, and whose turn it is among installations. */
export function operation({ text }: StoreDialect): Migration {
  return {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable("sweep")
        .addColumn("installation_id", "bigint", (column) => column.primaryKey())
        .addColumn("due_at", "bigint", (column) => column.notNull())
        .addColumn("taken_at", "bigint")
        .addColumn("owner", text)
        .addColumn("token", "bigint", (column) => column.notNull())
        .execute();
      await schema
        .createTable("self_check")
        .addColumn("installation_id", "bigint", (column) => column.notNull())
        .addColumn("repository_id", "bigint", (column) => column.notNull())
        .addColumn("problems", text, (column) => column.notNull())
        .addColumn("checked_at", "bigint")
        .addPrimaryKeyConstraint("self_check_key", ["installation_id", "repository_id"])
        .execute();
      await schema.alterTable("work").addColumn("claimed_at", "bigint").execute();
      await schema
        .createIndex("work_by_last_claim")
        .on("work")
        .columns(["installation_id", "claimed_at"])
        .execute();
    },
  };
}
