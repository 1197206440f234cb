import type { Kysely, Migration } from "kysely";
import type { StoreDialect } from "../dialect/dialect.ts";

/** Which repositories want a report of approvals from time to time, and which was the last. */
export function weekReport({ text }: StoreDialect): Migration {
  return {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable("week_report")
        .addColumn("repository_id", "bigint", (column) => column.primaryKey())
        .addColumn("config_sha", text, (column) => column.notNull())
        .addColumn("every_ms", "bigint")
        .addColumn("due_at", "bigint", (column) => column.notNull())
        .addColumn("posted_at", "bigint")
        .addColumn("issue_number", "bigint")
        .execute();
    },
  };
}
