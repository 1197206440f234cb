import { Kysely, sql } from "kysely";
import type { LogProof } from "../../report/log-proof-report.ts";
import { retryWhileBusy } from "../busy-retry.ts";
import { failureReason } from "../failure-reason.ts";
import { StoreError } from "../store-error.ts";
import { openingOf } from "../store-opening.ts";
import type { StoreTables } from "../tables.ts";
import type { DecisionEntry } from "./decision-entry.ts";
import { readLines, selectEntries } from "./decision-lines.ts";
import { verifyLog } from "./log-verification.ts";

/** A line, with the name that its repository has now; absent: no event ever told it. */
export interface NamedEntry extends DecisionEntry {
  readonly repository?: string;
}

/** The decision log of a store, read from outside. It may be read while the app writes it. */
export interface LogReader {
  /** Every line from `since` (milliseconds, inclusive) on, in the order of the log. */
  linesSince(since: number): AsyncIterableIterator<NamedEntry>;
  /** Every line of a pull request, in the order of the log. A name that was given to several repositories is all of them. */
  linesOf(pull: PullRequestName): AsyncIterableIterator<NamedEntry>;
  /** Proves that the log is as it was written. */
  verify(expected?: string): Promise<LogProof>;
  close(): Promise<void>;
}

/** A pull request as people name it. Letters are compared as GitHub does, without their case. */
export interface PullRequestName {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

/**
 * Opens the log of a store to read it: nothing is created, changed or brought up to date, and no lease is touched.
 *
 * Rejects with a `StoreError` when there is no such store, it cannot be read, or it was written by a version whose log
 * was no chain yet.
 */
export async function openLog(url: string): Promise<LogReader> {
  const { open, isBusy, pause, name, help } = openingOf(url, "read");
  try {
    return await retryWhileBusy(
      async () => {
        const { dialect } = await open();
        return await readerOn(new Kysely<StoreTables>({ dialect }));
      },
      isBusy,
      pause,
    );
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    throw new StoreError(`the ${name} cannot be read: ${failureReason(cause)}`, help, { cause });
  }
}

async function readerOn(db: Kysely<StoreTables>): Promise<LogReader> {
  try {
    await db.selectFrom("decision").select("seq").limit(1).execute();
    await requireChain(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    linesSince: (since) => named(db, readLines(selectEntries(db).where("at", ">=", since))),
    linesOf: (pull) => named(db, linesOf(db, pull)),
    verify: (expected) => verifyLog(db, expected),
    close: () => db.destroy(),
  };
}

async function requireChain(db: Kysely<StoreTables>): Promise<void> {
  const tables = await db.introspection.getTables();
  if (tables.some(({ name }) => name === "log_head")) return;
  throw new StoreError(
    "the decision log was written by an older version, which did not chain its lines",
    "start the app of this version on the store once: that chains the lines that are there",
  );
}

async function* linesOf(
  db: Kysely<StoreTables>,
  { owner, repo, number }: PullRequestName,
): AsyncIterableIterator<DecisionEntry> {
  const repositories = await db
    .selectFrom("work")
    .select("repository_id as id")
    .distinct()
    .where(sql<string>`lower(owner)`, "=", owner.toLowerCase())
    .where(sql<string>`lower(repo)`, "=", repo.toLowerCase())
    .execute();
  if (repositories.length === 0) return;
  yield* readLines(
    selectEntries(db)
      .where(
        "repository_id",
        "in",
        repositories.map(({ id }) => id),
      )
      .where("pull_number", "=", number),
  );
}

async function* named(
  db: Kysely<StoreTables>,
  lines: AsyncIterableIterator<DecisionEntry>,
): AsyncIterableIterator<NamedEntry> {
  const names = await namesOf(db);
  for await (const line of lines) {
    const repository = names.get(line.repositoryId);
    yield repository === undefined ? line : { ...line, repository };
  }
}

/** The name of each repository by its id: of several the one that was judged under last. */
async function namesOf(db: Kysely<StoreTables>): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom("work")
    .select(["repository_id", "owner", "repo"])
    .select(({ fn, val }) => fn.max(fn.coalesce("completed_at", val(0))).as("last"))
    .groupBy(["repository_id", "owner", "repo"])
    .orderBy("last")
    .execute();
  return new Map(rows.map(({ repository_id, owner, repo }) => [repository_id, `${owner}/${repo}`]));
}
