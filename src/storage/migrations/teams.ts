import type { ColumnDefinitionBuilder, Kysely, Migration } from "kysely";
import type { StoreDialect } from "../dialect/dialect.ts";

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

/** Whom owners' names stood for first, and what was said of teams and their members. */
export function teams(dialect: StoreDialect): Migration {
  const { text } = dialect;
  return {
    up: async (db: Kysely<unknown>) => {
      const { schema } = db;
      await schema
        .createTable("owner_identity")
        .addColumn("repository_id", "bigint", required)
        .addColumn("branch", text, required)
        .addColumn("owner", text, required)
        .addColumn("identity", text, required)
        .addColumn("remembered_at", "bigint", required)
        .addPrimaryKeyConstraint("owner_identity_key", ["repository_id", "branch", "owner"])
        .execute();
      await dialect
        .addSequence(schema.createTable("people_sighting"))
        .addColumn("installation_id", "bigint", required)
        .addColumn("what", text, required)
        .addColumn("team_id", "bigint", required)
        .addColumn("team_name", text)
        .addColumn("user_id", "bigint", required)
        .addColumn("delivery_id", text, required)
        .addColumn("seen_at", "bigint", required)
        .execute();
      for (const column of ["team_id", "user_id"]) {
        await schema
          .createIndex(`people_sighting_by_${column}`)
          .on("people_sighting")
          .columns(["installation_id", column])
          .execute();
      }
      await dialect.makeAppendOnly(db, "people_sighting");
    },
  };
}
