import type { Kysely } from "kysely";
import type { StoreTables, WorkTable } from "../tables.ts";
import { subjectKey, type WorkSubject } from "./work-subject.ts";

/**
 * Makes the subjects due at `dueAt`, or when they were due before if that is earlier, each under a new generation:
 * whoever judges it now is superseded. Earlier attempts are forgiven, a closed subject is open again, names are
 * refreshed. A generation counts how often a subject was named; of its commits and bases the last counts.
 */
export async function markDue(
  db: Kysely<StoreTables>,
  subjects: readonly WorkSubject[],
  dueAt: number,
): Promise<void> {
  const byKey = new Map<string, Named>();
  for (const subject of subjects) {
    const key = subjectKey(subject);
    const before = byKey.get(key);
    byKey.set(key, {
      subject: { ...before?.subject, ...subject },
      times: (before?.times ?? 0) + 1,
    });
  }
  if (byKey.size === 0) return;
  // In one order for all, so that two who mark the same subjects never wait for each other's rows.
  const inOrder = [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1));
  await db
    .insertInto("work")
    .values(inOrder.map(([key, named]) => newWork(key, named, dueAt)))
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet(({ case: when, eb, fn, ref }) => ({
        installation_id: ref("excluded.installation_id"),
        owner: ref("excluded.owner"),
        repo: ref("excluded.repo"),
        sha: fn.coalesce("excluded.sha", "work.sha"),
        ref: when()
          .when("excluded.ref", "=", "")
          .then(ref("work.ref"))
          .else(ref("excluded.ref"))
          .end(),
        generation: eb("work.generation", "+", ref("excluded.generation")),
        // The earlier time stays, or a busy pull request would go to the end of the line with each event.
        run_at: when()
          .when("work.run_at", "<", dueAt)
          .then(ref("work.run_at"))
          .else(ref("excluded.run_at"))
          .end(),
        attempts: 0,
        last_error: null,
        closed_at: null,
      })),
    )
    .execute();
}

interface Named {
  readonly subject: WorkSubject;
  readonly times: number;
}

function newWork(key: string, { subject, times }: Named, dueAt: number): WorkTable {
  return {
    key,
    kind: subject.kind,
    installation_id: subject.installationId,
    repository_id: subject.repositoryId,
    owner: subject.owner,
    repo: subject.repo,
    number: subject.kind === "pull-request" ? subject.number : 0,
    ref: refOf(subject),
    sha: subject.sha ?? null,
    generation: times,
    run_at: dueAt,
    attempts: 0,
    last_error: null,
    lease_owner: null,
    lease_until: 0,
    token: 0,
    completed_at: null,
    closed_at: null,
    claimed_at: null,
  };
}

function refOf(subject: WorkSubject): string {
  if (subject.kind === "pull-request") return subject.baseRef ?? "";
  return subject.kind === "branch" || subject.kind === "trust-branch" ? subject.ref : "";
}
