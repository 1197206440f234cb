import type { Sighting } from "../../storage/approvals/sighting.ts";
import type { WorkSubject } from "../../storage/work/work-subject.ts";

/** What one webhook leaves behind: subjects to judge anew and facts that GitHub does not tell again. */
export interface Noted {
  readonly subjects: readonly WorkSubject[];
  readonly sightings: readonly Sighting[];
  /** A commit whose check somebody wants to be written again, even if it says the same. */
  readonly rewrite?: { readonly repositoryId: number; readonly headSha: string };
}
