/** Thrown when a computation has used up what it was given. Whoever made the meter catches it. */
export class BudgetSpent extends Error {
  constructor(because: string) {
    super(because);
    this.name = "BudgetSpent";
  }
}

/** How often the clock is looked at: once in so many steps. */
const stepsBetweenLooks = 4096;

/** Counts the steps of a computation. A step is about what it takes an automaton to read a character. */
export class Meter {
  #spent = 0;
  #nextLook = stepsBetweenLooks;
  readonly #limit: number;
  readonly #expired: () => boolean;

  readonly #whole: Meter | undefined;

  constructor(limit: number, expired: () => boolean = () => false, whole?: Meter) {
    this.#limit = limit;
    this.#expired = expired;
    this.#whole = whole;
  }

  /** Steps counted so far. */
  get spent(): number {
    return this.#spent;
  }

  /** Counts `steps` more. Throws `BudgetSpent` past the limit, and soon after the time is up. */
  spend(steps: number): void {
    this.#whole?.spend(steps);
    this.#spent += steps;
    if (this.#spent > this.#limit) {
      throw new BudgetSpent(`it takes more than ${this.#limit} steps`);
    }
    if (this.#spent >= this.#nextLook) {
      this.#nextLook = this.#spent + stepsBetweenLooks;
      if (this.#expired()) {
        throw new BudgetSpent("the time was up");
      }
    }
  }

  /** A meter for a part of the computation: its steps count here too. */
  part(limit: number): Meter {
    return new Meter(limit, undefined, this);
  }
}
