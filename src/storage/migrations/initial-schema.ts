import { type ColumnDefinitionBuilder, type Kysely, type Migration, sql } from "kysely";
import type { StoreDialect } from "../dialect/dialect.ts";
import { appendOnlyTables } from "../tables.ts";

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

/** The tables of the first release, the same on every dialect. */
export function initialSchema(dialect: StoreDialect): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      await createDeliveryAndWork(db, dialect);
      await createSightings(db, dialect);
      await createApprovals(db, dialect);
      await createDecisionLog(db, dialect);
      await createPublications(db, dialect);
      for (const table of appendOnlyTables) await dialect.makeAppendOnly(db, table);
    },
  };
}

async function createDeliveryAndWork(
  { schema }: Kysely<unknown>,
  { text }: StoreDialect,
): Promise<void> {
  await schema
    .createTable("delivery")
    .addColumn("delivery_id", text, (column) => column.primaryKey())
    .addColumn("event", text, required)
    .addColumn("action", text)
    .addColumn("installation_id", "bigint")
    .addColumn("received_at", "bigint", required)
    .execute();
  await schema
    .createTable("work")
    .addColumn("key", text, (column) => column.primaryKey())
    .addColumn("kind", text, required)
    .addColumn("installation_id", "bigint", required)
    .addColumn("repository_id", "bigint", required)
    .addColumn("owner", text, required)
    .addColumn("repo", text, required)
    .addColumn("number", "bigint", required)
    .addColumn("ref", text, required)
    .addColumn("sha", text)
    .addColumn("generation", "bigint", required)
    .addColumn("run_at", "bigint")
    .addColumn("attempts", "bigint", required)
    .addColumn("last_error", text)
    .addColumn("lease_owner", text)
    .addColumn("lease_until", "bigint", required)
    .addColumn("token", "bigint", required)
    .addColumn("completed_at", "bigint")
    .addColumn("closed_at", "bigint")
    .execute();
  await schema.createIndex("work_by_due_time").on("work").column("run_at").execute();
  await schema.createIndex("work_by_repository").on("work").column("repository_id").execute();
}

async function createSightings({ schema }: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const { text } = dialect;
  await dialect
    .addSequence(schema.createTable("review_sighting"))
    .addColumn("repository_id", "bigint", required)
    .addColumn("pull_number", "bigint", required)
    .addColumn("review_id", "bigint", required)
    .addColumn("action", text, required)
    .addColumn("state", text, required)
    .addColumn("reviewer_id", "bigint", required)
    .addColumn("reviewer_login", text, required)
    .addColumn("reviewer_type", text, required)
    .addColumn("head_sha", text, required)
    .addColumn("submitted_at", "bigint", required)
    .addColumn("sender_id", "bigint", required)
    .addColumn("sender_login", text, required)
    .addColumn("delivery_id", text, required)
    .addColumn("seen_at", "bigint", required)
    .execute();
  await dialect
    .addSequence(schema.createTable("push_sighting"))
    .addColumn("repository_id", "bigint", required)
    .addColumn("pull_number", "bigint", required)
    .addColumn("user_id", "bigint", required)
    .addColumn("login", text, required)
    .addColumn("before_sha", text)
    .addColumn("head_sha", text, required)
    .addColumn("delivery_id", text, required)
    .addColumn("seen_at", "bigint", required)
    .execute();
  for (const table of ["review_sighting", "push_sighting"]) {
    await schema
      .createIndex(`${table}_by_pull_request`)
      .on(table)
      .columns(["repository_id", "pull_number"])
      .execute();
  }
}

async function createApprovals({ schema }: Kysely<unknown>, dialect: StoreDialect): Promise<void> {
  const { text } = dialect;
  await dialect
    .addSequence(schema.createTable("approval_binding"))
    .addColumn("repository_id", "bigint", required)
    .addColumn("pull_number", "bigint", required)
    .addColumn("review_id", "bigint", required)
    .addColumn("connector", text, required)
    .addColumn("reviewer_id", "bigint", required)
    .addColumn("reviewer_login", text, required)
    .addColumn("digest", text, required)
    .addColumn("head_sha", text, required)
    .addColumn("bound_at", "bigint", required)
    .addUniqueConstraint("approval_bound_once", ["review_id", "connector"])
    .execute();
  await dialect
    .addSequence(schema.createTable("permit"))
    .addColumn("repository_id", "bigint", required)
    .addColumn("pull_number", "bigint", required)
    .addColumn("review_id", "bigint", required)
    .addColumn("connector", text, required)
    .addColumn("digest", text, required)
    .addColumn("head_sha", text, required)
    .addColumn("merge_sha", text)
    .addColumn("spent_at", "bigint", required)
    .addUniqueConstraint("approval_spent_once", ["review_id", "connector"])
    .execute();
  for (const table of ["approval_binding", "permit"]) {
    await schema
      .createIndex(`${table}_by_pull_request`)
      .on(table)
      .columns(["repository_id", "pull_number"])
      .execute();
  }
}

async function createDecisionLog(
  { schema }: Kysely<unknown>,
  dialect: StoreDialect,
): Promise<void> {
  const { text } = dialect;
  await dialect
    .addSequence(schema.createTable("decision"))
    .addColumn("at", "bigint", required)
    .addColumn("kind", text, required)
    .addColumn("repository_id", "bigint", required)
    .addColumn("pull_number", "bigint")
    .addColumn("head_sha", text, required)
    .addColumn("base_sha", text)
    .addColumn("work_key", text)
    .addColumn("generation", "bigint")
    .addColumn("token", "bigint")
    .addColumn("verdict", text)
    .addColumn("body", text, required)
    .execute();
  await schema
    .createIndex("verdict_once_for_each_claim")
    .unique()
    .on("decision")
    .columns(["work_key", "token"])
    .where(sql.ref("kind"), "=", "verdict")
    .execute();
  await schema
    .createIndex("decision_by_pull_request")
    .on("decision")
    .columns(["repository_id", "pull_number"])
    .execute();
  await schema
    .createIndex("decision_by_head")
    .on("decision")
    .columns(["repository_id", "head_sha"])
    .execute();
}

async function createPublications(
  { schema }: Kysely<unknown>,
  { text }: StoreDialect,
): Promise<void> {
  await schema
    .createTable("check_run")
    .addColumn("repository_id", "bigint", required)
    .addColumn("head_sha", text, required)
    .addColumn("pull_number", "bigint", required)
    .addColumn("check_run_id", "bigint")
    .addColumn("conclusion", text)
    .addColumn("digest", text)
    .addColumn("remembered_at", "bigint", required)
    .addPrimaryKeyConstraint("check_run_key", ["repository_id", "head_sha", "pull_number"])
    .execute();
  await schema
    .createTable("comment")
    .addColumn("repository_id", "bigint", required)
    .addColumn("pull_number", "bigint", required)
    .addColumn("comment_id", "bigint", required)
    .addColumn("digest", text, required)
    .addColumn("remembered_at", "bigint", required)
    .addPrimaryKeyConstraint("comment_key", ["repository_id", "pull_number"])
    .execute();
}
