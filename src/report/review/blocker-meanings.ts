import type { Blocker } from "../../review/blocker.ts";

/** What each kind of blocker says, for the documentation and for reports that explain their ids. */
export const blockerMeanings: Readonly<Record<Blocker["kind"], string>> = {
  unreadable: "a manifest, or what it imports, cannot be read",
  dropped: "the platform drops an entry",
  config: "`.github/countersign.yml` cannot be read after the change",
  expectation: "a saved call's `expect` does not hold after the change",
  corpus: "none of the saved calls can be read, or what the change makes of them cannot",
  catalogue: "the catalogue of actions cannot be read after the change",
  invariant: "an invariant does not hold after the change, or it cannot be proved",
  finding: "a remark that `findings.close` of the configuration names",
};
