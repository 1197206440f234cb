import type { SqlDialect } from "../../src/analysis/sql/sql-dialect.ts";
import { mistakesOfSeed, newCounts } from "../analysis/sql/random-rows.ts";
import {
  clickhouseEngine,
  duckdbEngine,
  postgresEngine,
  type SqlEngine,
} from "../analysis/sql/sql-engines.ts";
import { postgresBinaries, startPostgres } from "../storage/postgres-server.ts";

/**
 * Decides random calls under random policies in DuckDB, and in PostgreSQL and ClickHouse where they are installed, and compares each row with the evaluator:
 * `tsx test/fuzz/sql.ts [seconds] [first seed]`. Prints each mistake with its seed; exits 1 if there was one.
 */
const seconds = Number(process.argv[2] ?? 60);
const first = Number(process.argv[3] ?? Math.floor(Math.random() * 1e9));

const binaries = postgresBinaries();
const server =
  binaries === undefined ? undefined : await startPostgres(binaries, { durable: false });
const clickhouse = await clickhouseEngine();
const engines: { readonly [dialect in SqlDialect]?: SqlEngine } = {
  duckdb: await duckdbEngine(),
  ...(server === undefined ? {} : { postgres: await postgresEngine(server.url) }),
  ...(clickhouse === undefined ? {} : { clickhouse }),
};
const counts = Object.fromEntries(Object.keys(engines).map((name) => [name, newCounts()]));
let mistakes = 0;
let pairs = 0;
const end = performance.now() + seconds * 1000;
for (let seed = first; performance.now() < end; seed += 1) {
  pairs += 1;
  for (const [name, engine] of Object.entries(engines)) {
    const found = await mistakesOfSeed(
      seed,
      name as SqlDialect,
      engine,
      counts[name] ?? newCounts(),
    );
    for (const mistake of found) {
      mistakes += 1;
      console.error(`${name}, seed ${seed}: ${mistake}`);
    }
  }
}
for (const engine of Object.values(engines)) await engine.close();
await server?.remove();
console.log(JSON.stringify({ first, pairs, mistakes, ...counts }));
process.exitCode = mistakes === 0 ? 0 : 1;
