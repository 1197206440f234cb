import type { Acceptor } from "./acceptor.ts";

/** The texts that an acceptor accepts from a state on: what is left of a pattern after a prefix. */
export interface Instance {
  /** Small and unique for each acceptor and state. */
  readonly id: number;
  readonly acceptor: Acceptor;
  readonly state: number;
}

/** Interns instances, so that equal ones are the same object. */
export class Instances {
  readonly #known = new Map<Acceptor, Map<number, Instance>>();
  #count = 0;

  of(acceptor: Acceptor, state: number): Instance {
    const states = this.#known.get(acceptor) ?? new Map<number, Instance>();
    this.#known.set(acceptor, states);
    const known = states.get(state);
    if (known !== undefined) {
      return known;
    }
    const made = { id: this.#count, acceptor, state };
    this.#count += 1;
    states.set(state, made);
    return made;
  }
}

/** Whether no text at all is accepted. */
export function isEmptyInstance({ acceptor, state }: Instance): boolean {
  return acceptor.isDead(state);
}

/** Whether every text is accepted. */
export function isUniversalInstance({ acceptor, state }: Instance): boolean {
  return acceptor.isUniversal(state);
}

/** Whether a text is accepted. */
export function instanceAccepts({ acceptor, state }: Instance, text: string): boolean {
  return acceptor.accepts(acceptor.run(state, text));
}
