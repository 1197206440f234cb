import type { TestProject } from "vitest/node";
import { postgresBinaries, startPostgres } from "./postgres-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Address of a server whose user may create databases; empty: there is none. */
    readonly postgresUrl: string;
  }
}

/** The server that the environment names, if it names one of PostgreSQL. */
function namedServer(): string | undefined {
  const named = [process.env["TEST_DATABASE_URL"], process.env["DATABASE_URL"]];
  return named.find((url) => url !== undefined && /^postgres(?:ql)?:/i.test(url));
}

/**
 * Provides one PostgreSQL server for the whole run: the one that `TEST_DATABASE_URL` or `DATABASE_URL` names, else one
 * that is started from installed binaries and ended afterwards. Without any the tests that need it are skipped, in CI
 * the run fails.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = namedServer();
  const binaries = postgresBinaries();
  if (named !== undefined || binaries === undefined) {
    if (named === undefined) reportAbsence();
    project.provide("postgresUrl", named ?? "");
    return async () => undefined;
  }
  const server = await startPostgres(binaries, { durable: false });
  project.provide("postgresUrl", server.url);
  return server.remove;
}

function reportAbsence(): void {
  const absence =
    "no PostgreSQL server is installed or named by TEST_DATABASE_URL, so the storage tests were run on SQLite only";
  if (process.env["CI"] === "true") throw new Error(absence);
  console.warn(absence);
}
