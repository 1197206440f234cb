import type { ColumnDefinitionBuilder, Kysely, Migration } from "kysely";
import type { StoreDialect } from "../dialect/dialect.ts";
import { overrideTables } from "../tables.ts";

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

/** What was seen of overrides, what each looked at, and those that took effect. */
export function breakGlass(dialect: StoreDialect): Migration {
  const { text } = dialect;
  return {
    up: async (db: Kysely<unknown>) => {
      const table = (name: string) =>
        dialect
          .addSequence(db.schema.createTable(name))
          .addColumn("repository_id", "bigint", required)
          .addColumn("pull_number", "bigint", required)
          .addColumn("review_id", "bigint", required)
          .addColumn("head_sha", text, required);
      await table("override_vote")
        .addColumn("step", text, required)
        .addColumn("person_id", "bigint", required)
        .addColumn("login", text, required)
        .addColumn("person_type", text, required)
        .addColumn("reason", text, required)
        .addColumn("submitted_at", "bigint", required)
        .addColumn("delivery_id", text, required)
        .addColumn("seen_at", "bigint", required)
        .addUniqueConstraint("override_voted_once", ["review_id"])
        .execute();
      await table("override_binding")
        .addColumn("digest", text, required)
        .addColumn("bound_at", "bigint", required)
        .addUniqueConstraint("override_bound_once", ["review_id"])
        .execute();
      await table("override_given")
        .addColumn("digest", text, required)
        .addColumn("body", text, required)
        .addColumn("expires_at", "bigint", required)
        .addColumn("given_at", "bigint", required)
        .addUniqueConstraint("override_given_once", ["review_id"])
        .execute();
      for (const name of overrideTables) {
        await db.schema
          .createIndex(`${name}_by_pull_request`)
          .on(name)
          .columns(["repository_id", "pull_number"])
          .execute();
        await dialect.makeAppendOnly(db, name);
      }
    },
  };
}
