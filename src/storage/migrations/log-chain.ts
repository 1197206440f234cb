import type { Kysely, Migration } from "kysely";
import { everyLine } from "../decisions/every-line.ts";
import { genesis, lineHash } from "../decisions/log-chain.ts";
import type { StoreDialect } from "../dialect/dialect.ts";
import type { StoreTables } from "../tables.ts";

/**
 * Chains the lines of the decision log, those that are there already in their order, and lets old deliveries be found
 * by their time.
 */
export function logChain(dialect: StoreDialect): Migration {
  return {
    up: async (db: Kysely<unknown>) => {
      const { schema } = db;
      const { text } = dialect;
      for (const name of ["previous_hash", "hash"]) {
        await schema
          .alterTable("decision")
          .addColumn(name, text, (column) => column.notNull().defaultTo(genesis))
          .execute();
      }
      await dialect.makeChangeable(db, "decision");
      const end = await chainExisting(db as Kysely<StoreTables>);
      await dialect.makeAppendOnly(db, "decision");
      // A chain does not fork; and an instance of an older version, which would write past it, is refused.
      for (const column of ["previous_hash", "hash"]) {
        await schema
          .createIndex(`decision_${column}_once`)
          .unique()
          .on("decision")
          .column(column)
          .execute();
      }
      await schema
        .createTable("log_head")
        .addColumn("id", "bigint", (column) => column.primaryKey())
        .addColumn("hash", text, (column) => column.notNull())
        .addColumn("lines", "bigint", (column) => column.notNull())
        .execute();
      await (db as Kysely<StoreTables>)
        .insertInto("log_head")
        .values({ id: 1, ...end })
        .execute();
      await schema.createIndex("delivery_by_time").on("delivery").column("received_at").execute();
    },
  };
}

async function chainExisting(
  db: Kysely<StoreTables>,
): Promise<{ readonly hash: string; readonly lines: number }> {
  let [hash, lines] = [genesis, 0];
  for await (const row of everyLine(db)) {
    const previous = hash;
    hash = lineHash(previous, row);
    await db
      .updateTable("decision")
      .set({ previous_hash: previous, hash })
      .where("seq", "=", row.seq)
      .execute();
    lines += 1;
  }
  return { hash, lines };
}
