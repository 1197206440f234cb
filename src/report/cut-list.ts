import { type Block, type Item, list } from "./document/block.ts";
import { type Phrase, phrase } from "./document/phrase.ts";

/** So many groups, rules or actions are listed. */
const listed = 50;

/** A list that ends with how many more there are. */
export function cutList<T>(all: readonly T[], each: (one: T) => Item | Phrase): readonly Block[] {
  const rest = all.length - listed;
  return list([...all.slice(0, listed).map(each), ...(rest > 0 ? [phrase`and ${rest} more`] : [])]);
}
