import type { Store } from "../storage/store.ts";
import { wholeApp } from "../storage/sweeps/sweep-schedule.ts";
import type { InstallationNote } from "./events/noted.ts";

/** As long as between two sweeps. */
const laterMs = 120_000;

/** Who is told of what becomes of installations. */
export interface InstallationListener {
  /** An installation is gone. */
  readonly onGone: (installationId: number) => void;
  /** A sweep was asked for. */
  readonly onSweep: () => void;
}

/**
 * Writes down what became of an installation. All of it may be repeated. A delivery that is older than it looks does no
 * lasting harm: the next look at the app takes up every installation that there is.
 */
export async function noteInstallation(
  { store, onGone, onSweep }: InstallationListener & { readonly store: Store },
  note: InstallationNote,
): Promise<void> {
  const { work, sweeps, setupProblems } = store;
  switch (note.kind) {
    case "sweep":
      await sweeps.request(note.id, note.soon ? 0 : laterMs);
      await sweeps.request(wholeApp);
      onSweep();
      return;
    case "rules-changed":
      await setupProblems.doubt({ installationId: note.id, repositoryId: note.repositoryId });
      await sweeps.request(note.id);
      onSweep();
      return;
    case "gone":
      await work.forgetInstallation(note.id);
      await sweeps.drop(note.id);
      await setupProblems.forget(note.id);
      onGone(note.id);
      return;
    case "repositories-gone":
      for (const repositoryId of note.repositoryIds) {
        await work.forgetInstallation(note.id, repositoryId);
        await setupProblems.forget(note.id, repositoryId);
      }
  }
}
