import type { Delta, SurfaceChange } from "../analysis/diff/delta.ts";
import type { Json } from "../policy/call.ts";
import { type Block, heading, list } from "./document/block.ts";
import { type Phrase, phrase, words } from "./document/phrase.ts";
import { durationWords } from "./duration-words.ts";

/** Settings that change what a decision means, connector by connector. Nothing when there are none. */
export function surfaceBlocks(deltas: readonly Delta[]): readonly Block[] {
  const items = deltas
    .filter(({ surface }) => surface.length > 0)
    .map(({ connector, surface }) => ({
      text: connector === "*" ? words("no connector alone") : phrase`${connector}`,
      below: list(surface.map(surfacePhrase)),
    }));
  return items.length === 0
    ? []
    : [heading(words("settings that change what a decision means")), ...list(items)];
}

function surfacePhrase({ key, from, to }: SurfaceChange): Phrase {
  const value = valuePhrases.find(({ of }) => of.test(key))?.phrase ?? jsonPhrase;
  return phrase`${key}: ${value(from)} → ${value(to)}`;
}

/** Keys whose values people write or say in another way than JSON. */
const valuePhrases: readonly {
  readonly of: RegExp;
  readonly phrase: (value: Json | undefined) => Phrase;
}[] = [
  { of: /^approvals\.ttl$/, phrase: (value) => words(durationWords(Number(value))) },
  { of: /^agents(\.|$)/, phrase: (value) => words(value === true ? "may call it" : "may not") },
];

function jsonPhrase(value: Json | undefined): Phrase {
  return value === undefined ? words("not there") : phrase`${JSON.stringify(value)}`;
}
