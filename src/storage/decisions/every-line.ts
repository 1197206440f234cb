import type { Kysely, Selectable } from "kysely";
import type { StoreTables } from "../tables.ts";

const PORTION = 500;

/** Every line of the decision log in its order, a portion at a time; what is appended meanwhile too. */
export async function* everyLine(
  db: Kysely<StoreTables>,
): AsyncGenerator<Selectable<StoreTables["decision"]>, void, undefined> {
  let last = Number.MIN_SAFE_INTEGER;
  for (;;) {
    const rows = await db
      .selectFrom("decision")
      .selectAll()
      .where("seq", ">", last)
      .orderBy("seq")
      .limit(PORTION)
      .execute();
    for (const row of rows) {
      yield row;
      last = row.seq;
    }
    if (rows.length < PORTION) return;
  }
}
