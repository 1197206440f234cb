import type { Policy } from "../../policy/policy.ts";
import { type CorpusEntry, entryOf, type WrittenCall } from "./corpus-entry.ts";
import { Replay } from "./replay.ts";
import { ReadCall } from "./replayed-call.ts";
import type { Simulation } from "./simulation.ts";

/**
 * Decides each saved call under base and under head and says what changes. What a record says of an earlier answer is
 * not trusted. A call counts once unless it says how often (`count`); its line is its position, from 1. Memory does not
 * grow with the number of calls.
 */
export function simulate(
  base: Policy,
  head: Policy,
  calls: Iterable<WrittenCall | CorpusEntry>,
): Simulation {
  const replay = new Replay(base, head);
  let position = 0;
  for (const call of calls) {
    position += 1;
    take(replay, entryOf(call, position));
  }
  return replay.result();
}

/** The same for a corpus that is read while it is decided. */
export async function simulateStream(
  base: Policy,
  head: Policy,
  calls: AsyncIterable<WrittenCall | CorpusEntry>,
): Promise<Simulation> {
  const replay = new Replay(base, head);
  let position = 0;
  for await (const call of calls) {
    position += 1;
    take(replay, entryOf(call, position));
  }
  return replay.result();
}

function take(replay: Replay, entry: CorpusEntry): void {
  if (entry.kind === "bad-line") replay.refuse(entry);
  else replay.take(new ReadCall(entry));
}
