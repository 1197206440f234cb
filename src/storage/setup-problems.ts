import type { SetupProblem } from "../report/review/setup-problem.ts";
import type { StoreContext } from "./store-context.ts";

/** What a self-check is about: a repository, an installation (`repositoryId` 0), or the app (both 0). */
export interface CheckedPlace {
  readonly installationId: number;
  readonly repositoryId: number;
}

/** What is not set up as it should be, as the last self-check of each place found it. */
export interface SetupProblems {
  /** Replaces what was found before; `changed`: it is something else now. */
  record(
    place: CheckedPlace,
    problems: readonly SetupProblem[],
  ): Promise<{ readonly changed: boolean }>;
  /** When the place was checked last, in milliseconds; undefined: never, or it is to be checked again. */
  checkedAt(place: CheckedPlace): Promise<number | undefined>;
  /** The place is to be checked again; what was found stands until then. */
  doubt(place: CheckedPlace): Promise<void>;
  /** Ids of the repositories of an installation that are to be checked again. */
  doubted(installationId: number): Promise<readonly number[]>;
  /** What a report of the repository says: its own problems and those of its installation. */
  of(repositoryId: number): Promise<readonly SetupProblem[]>;
  /** The problems of every place. */
  all(): Promise<readonly (CheckedPlace & { readonly problems: readonly SetupProblem[] })[]>;
  /** Forgets what was found in an installation, or in one repository of it. */
  forget(installationId: number, repositoryId?: number): Promise<void>;
}

/** The setup problems of a store. */
export function setupProblems({ db, now }: StoreContext): SetupProblems {
  const rowOf = ({ installationId, repositoryId }: CheckedPlace) =>
    db
      .selectFrom("self_check")
      .select(["problems", "checked_at as checkedAt"])
      .where("installation_id", "=", installationId)
      .where("repository_id", "=", repositoryId)
      .executeTakeFirst();
  return {
    record: async (place, problems) => {
      const found = JSON.stringify(problems);
      const before = await rowOf(place);
      const written = { problems: found, checked_at: await now(db) };
      await db
        .insertInto("self_check")
        .values({
          installation_id: place.installationId,
          repository_id: place.repositoryId,
          ...written,
        })
        .onConflict((conflict) =>
          conflict.columns(["installation_id", "repository_id"]).doUpdateSet(written),
        )
        .execute();
      return { changed: (before?.problems ?? "[]") !== found };
    },
    checkedAt: async (place) => (await rowOf(place))?.checkedAt ?? undefined,
    doubt: async ({ installationId, repositoryId }) => {
      await db
        .insertInto("self_check")
        .values({
          installation_id: installationId,
          repository_id: repositoryId,
          problems: "[]",
          checked_at: null,
        })
        .onConflict((conflict) =>
          conflict.columns(["installation_id", "repository_id"]).doUpdateSet({ checked_at: null }),
        )
        .execute();
    },
    doubted: async (installationId) => {
      const rows = await db
        .selectFrom("self_check")
        .select("repository_id as id")
        .where("installation_id", "=", installationId)
        .where("checked_at", "is", null)
        .execute();
      return rows.map(({ id }) => id);
    },
    of: async (repositoryId) => {
      const rows = await db
        .selectFrom("self_check")
        .select("problems")
        .where("installation_id", "in", (outer) =>
          outer
            .selectFrom("work")
            .select("work.installation_id")
            .where("work.repository_id", "=", repositoryId),
        )
        .where("repository_id", "in", [0, repositoryId])
        .orderBy("repository_id")
        .execute();
      return rows.flatMap(({ problems }) => read(problems));
    },
    all: async () => {
      const rows = await db
        .selectFrom("self_check")
        .select(["installation_id", "repository_id", "problems"])
        .where("problems", "!=", "[]")
        .orderBy("installation_id")
        .orderBy("repository_id")
        .execute();
      return rows.map(({ installation_id, repository_id, problems }) => ({
        installationId: installation_id,
        repositoryId: repository_id,
        problems: read(problems),
      }));
    },
    forget: async (installationId, repositoryId) => {
      const all = db.deleteFrom("self_check").where("installation_id", "=", installationId);
      const some = repositoryId === undefined ? all : all.where("repository_id", "=", repositoryId);
      await some.execute();
    },
  };
}

function read(problems: string): readonly SetupProblem[] {
  return JSON.parse(problems) as readonly SetupProblem[];
}
