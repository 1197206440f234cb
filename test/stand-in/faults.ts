import type { State } from "./state.ts";

/** What goes wrong: an answer in place of GitHub's, no answer at all, or a cut connection. */
type FaultAnswer = number | FaultResponse | "timeout" | "reset";

interface FaultResponse {
  readonly status: number;
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly message?: string;
}

/** Which requests a fault meets. The path is without `/api/v3` and without the query. */
export interface FaultMatch {
  readonly method?: string;
  readonly path: RegExp;
}

export interface Fault extends FaultMatch {
  readonly answer: FaultAnswer;
  /** How many matching requests it meets; 1 if left out. */
  readonly times?: number;
  /** How many matching requests it lets pass before that; 0 if left out. */
  readonly after?: number;
  /** The request takes effect all the same, and only its answer is lost. */
  readonly applied?: boolean;
}

/** A request that waits at GitHub's door. */
export interface HeldRequest {
  /** Resolves when the request has arrived. It has had no effect yet. */
  readonly arrived: Promise<void>;
  /** Lets it go on. */
  release(): void;
}

export interface Faults {
  /** Makes the next matching requests fail. Several faults queue up; the first that matches is used up first. */
  next(fault: Fault): void;
  /** Stops the next matching request before it has any effect. */
  hold(match: FaultMatch): HeldRequest;
  /** Answers the next matching reads from what GitHub knew at the time of this call, or of an earlier snapshot. */
  stale(fault: { readonly path: RegExp; readonly reads: number; readonly snapshot?: State }): void;
  /** GitHub's present knowledge, for a later `stale`. */
  snapshot(): State;
  /** Forgets all faults that were not met, and lets go what is held. */
  clear(): void;
  /** How many faults are still to be met; zero at the end of a test that counts on all of them. */
  readonly unmet: number;
}

/** The faults of one stand-in, and the server's side of them. */
export class FaultPlan implements Faults {
  readonly #current: () => State;
  readonly #faults: { fault: Fault; left: number; pass: number }[] = [];
  readonly #holds: {
    match: FaultMatch;
    arrive: () => void;
    released: Promise<void>;
    release: () => void;
  }[] = [];
  readonly #stale: { path: RegExp; left: number; state: State }[] = [];

  constructor(current: () => State) {
    this.#current = current;
  }

  get unmet(): number {
    const lists = [...this.#faults, ...this.#stale];
    return lists.reduce((sum, { left }) => sum + left, this.#holds.length);
  }

  next(fault: Fault): void {
    this.#faults.push({ fault, left: fault.times ?? 1, pass: fault.after ?? 0 });
  }

  hold(match: FaultMatch): HeldRequest {
    const arrival = signal();
    const departure = signal();
    this.#holds.push({
      match,
      arrive: arrival.give,
      released: departure.given,
      release: departure.give,
    });
    return { arrived: arrival.given, release: departure.give };
  }

  stale(fault: { path: RegExp; reads: number; snapshot?: State }): void {
    const state = fault.snapshot ?? this.snapshot();
    this.#stale.push({ path: fault.path, left: fault.reads, state });
  }

  snapshot(): State {
    return structuredClone(this.#current());
  }

  clear(): void {
    for (const { release } of this.#holds.splice(0)) release();
    this.#faults.length = 0;
    this.#stale.length = 0;
  }

  /** Waits while a hold wants this request to. */
  async wait(method: string, path: string): Promise<void> {
    const at = this.#holds.findIndex(({ match }) => meets(match, method, path));
    const [hold] = at < 0 ? [] : this.#holds.splice(at, 1);
    hold?.arrive();
    await hold?.released;
  }

  /** The fault for this request, used up by one. */
  take(method: string, path: string): Fault | undefined {
    const found = this.#faults.find(({ fault, left }) => left > 0 && meets(fault, method, path));
    if (found === undefined) return undefined;
    if (found.pass > 0) {
      found.pass -= 1;
      return undefined;
    }
    found.left -= 1;
    return found.fault;
  }

  /** What this read sees. */
  stateFor(method: string, path: string): State {
    const found = this.#stale.find((stale) => stale.left > 0 && stale.path.test(path));
    if (method !== "GET" || found === undefined) return this.#current();
    found.left -= 1;
    return found.state;
  }
}

function meets(match: FaultMatch, method: string, path: string): boolean {
  return (match.method === undefined || match.method === method) && match.path.test(path);
}

function signal(): { given: Promise<void>; give: () => void } {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}
