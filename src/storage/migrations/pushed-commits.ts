import type { Kysely, Migration } from "kysely";

/** Who pushed a commit is looked up by the commit. */
export function pushedCommits(): Migration {
  return {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createIndex("branch_push_by_commit")
        .on("branch_push")
        .columns(["repository_id", "after_sha"])
        .execute();
    },
  };
}
