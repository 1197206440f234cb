import { type Phrase, words } from "./phrase.ts";

/** A number with its noun: `1 call`, `2 calls`; a plural that is not made with `s` is given. */
export function counted(count: number, noun: string, plural: string = `${noun}s`): Phrase {
  return words(`${count} ${count === 1 ? noun : plural}`);
}
