import type { Sighting } from "../../storage/approvals/sighting.ts";
import type { WorkSubject } from "../../storage/work/work-subject.ts";

/** What one webhook leaves behind: subjects to judge anew and facts that GitHub does not tell again. */
export interface Noted {
  readonly subjects: readonly WorkSubject[];
  readonly sightings: readonly Sighting[];
  /** A commit whose check somebody wants to be written again, even if it says the same. */
  readonly rewrite?: { readonly repositoryId: number; readonly headSha: string };
  readonly installation?: InstallationNote;
}

/** What becomes of an installation. */
export type InstallationNote =
  /** Its repositories are swept, soon when it has any, and what its owners granted is looked at. */
  | { readonly kind: "sweep"; readonly id: number; readonly soon: boolean }
  /** The rules of one repository changed. */
  | { readonly kind: "rules-changed"; readonly id: number; readonly repositoryId: number }
  /** It is deleted or suspended: nothing of it is worked on. */
  | { readonly kind: "gone"; readonly id: number }
  | {
      readonly kind: "repositories-gone";
      readonly id: number;
      readonly repositoryIds: readonly number[];
    };
