import { createHash } from "node:crypto";
import { canonicalMachine } from "./canonical-machine.ts";
import { type Dfa, isAccepting } from "./dfa.ts";

const digests = new WeakMap<Dfa, Map<number, string>>();

/** SHA-256 in hex that is equal exactly for equal sets of texts: those that the automaton accepts from the state on. */
export function languageDigest(dfa: Dfa, start: number): string {
  const known = digests.get(dfa) ?? new Map<number, string>();
  digests.set(dfa, known);
  const digest =
    known.get(start) ?? sha256(canonicalMachine({ ...dfa, start, labels: labels(dfa) }));
  known.set(start, digest);
  return digest;
}

function labels(dfa: Dfa): string[] {
  return Array.from({ length: dfa.stateCount }, (_, state) =>
    isAccepting(dfa, state) ? "accepts" : "",
  );
}

/** SHA-256 of a text's UTF-8 form, in hex. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
