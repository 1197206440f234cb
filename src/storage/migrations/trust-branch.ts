import type { ColumnDefinitionBuilder, Kysely, Migration } from "kysely";
import type { StoreDialect } from "../dialect/dialect.ts";

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

/** What is known of merge queues and of pushes, and how far each trust branch was audited. */
export function trustBranch(dialect: StoreDialect): Migration {
  const { text } = dialect;
  return {
    up: async (db: Kysely<unknown>) => {
      const { schema } = db;
      await dialect
        .addSequence(schema.createTable("merge_group"))
        .addColumn("repository_id", "bigint", required)
        .addColumn("head_sha", text, required)
        .addColumn("head_ref", text, required)
        .addColumn("base_sha", text, required)
        .addColumn("base_ref", text, required)
        .addColumn("state", text, required)
        .addColumn("delivery_id", text, required)
        .addColumn("seen_at", "bigint", required)
        .execute();
      await dialect
        .addSequence(schema.createTable("branch_push"))
        .addColumn("repository_id", "bigint", required)
        .addColumn("ref", text, required)
        .addColumn("before_sha", text)
        .addColumn("after_sha", text, required)
        .addColumn("default_branch", text)
        .addColumn("user_id", "bigint")
        .addColumn("login", text)
        .addColumn("delivery_id", text)
        .addColumn("seen_at", "bigint", required)
        .execute();
      await schema
        .createTable("trust_branch")
        .addColumn("repository_id", "bigint", required)
        .addColumn("ref", text, required)
        .addColumn("trusted", "bigint", required)
        .addColumn("audited_sha", text)
        .addColumn("audited_seq", "bigint", required)
        .addPrimaryKeyConstraint("trust_branch_key", ["repository_id", "ref"])
        .execute();
      await schema
        .createIndex("merge_group_by_head")
        .on("merge_group")
        .columns(["repository_id", "head_sha"])
        .execute();
      await schema
        .createIndex("branch_push_by_ref")
        .on("branch_push")
        .columns(["repository_id", "ref"])
        .execute();
      await dialect.makeAppendOnly(db, "merge_group");
      await dialect.makeAppendOnly(db, "branch_push");
    },
  };
}
