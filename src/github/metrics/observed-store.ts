import type { Store } from "../../storage/store.ts";
import type { Metrics } from "./metrics.ts";

/** The same store, with verdicts, incidents and failed attempts counted once they are written. */
export function observedStore(store: Store, metrics: Metrics): Store {
  const { work, decisions } = store;
  return {
    ...store,
    work: {
      ...work,
      complete: async (claim, outcome) => {
        const completion = await work.complete(claim, outcome);
        if (completion.kind === "fenced") return completion;
        for (const judgement of outcome?.decisions ?? []) {
          if (judgement.kind === "verdict") metrics.verdict(judgement.verdict);
          if (judgement.kind === "incident") metrics.incident();
        }
        return completion;
      },
      fail: async (claim, error, retry) => {
        const held = await work.fail(claim, error, retry);
        if (held) metrics.attemptFailed(claim.subject.kind);
        return held;
      },
    },
    decisions: {
      ...decisions,
      append: async (repositoryId, incident) => {
        await decisions.append(repositoryId, incident);
        metrics.incident();
      },
    },
  };
}
