import { type Kysely, Migrator } from "kysely";
import type { StoreDialect } from "../dialect/dialect.ts";
import { StoreError } from "../store-error.ts";
import type { StoreTables } from "../tables.ts";
import { breakGlass } from "./break-glass.ts";
import { commitTurn } from "./commit-turn.ts";
import { initialSchema } from "./initial-schema.ts";
import { logChain } from "./log-chain.ts";
import { operation } from "./operation.ts";
import { pushedCommits } from "./pushed-commits.ts";
import { teams } from "./teams.ts";
import { trustBranch } from "./trust-branch.ts";
import { weekReport } from "./week-report.ts";

/**
 * Brings the schema to the newest version, all or nothing; does nothing when it is there.
 *
 * Throws a `StoreError` when the store holds a migration that this version does not know, else what the database
 * threw.
 */
export async function migrate(db: Kysely<StoreTables>, dialect: StoreDialect): Promise<void> {
  const migrations = {
    "0001-initial-schema": initialSchema(dialect),
    "0002-trust-branch": trustBranch(dialect),
    "0003-teams": teams(dialect),
    "0004-operation": operation(dialect),
    "0005-break-glass": breakGlass(dialect),
    "0006-log-chain": logChain(dialect),
    "0007-commit-turn": commitTurn(dialect),
    "0008-week-report": weekReport(dialect),
    "0009-pushed-commits": pushedCommits(),
  };
  const provider = { getMigrations: async () => migrations };
  const schema = await dialect.schemaOf(db);
  // Else the migrations of a stranger in another schema are taken for ours.
  const place = schema === undefined ? {} : { migrationTableSchema: schema };
  const { error } = await new Migrator({ db, provider, ...place }).migrateToLatest();
  if (error instanceof Error && error.message.startsWith("corrupted migrations")) {
    throw new StoreError(
      "the store was written by a newer version",
      "start that version or a later one; an older one cannot read this store",
      { cause: error },
    );
  }
  if (error !== undefined) throw error;
}
