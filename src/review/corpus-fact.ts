import type { CorpusChange } from "../analysis/simulation/corpus-change.ts";

/** What a pull request does to the saved calls: compared, or a file of them is none that can be read. */
export type CorpusFact =
  | { readonly kind: "compared"; readonly change: CorpusChange }
  | {
      readonly kind: "unreadable";
      readonly path: string;
      /** "is a symlink". */
      readonly because: string;
    };
