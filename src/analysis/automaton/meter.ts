/** Thrown when a computation has used up what it was given. Whoever made the meter catches it. */
export class BudgetSpent extends Error {
  constructor(because: string) {
    super(because);
    this.name = "BudgetSpent";
  }
}

/** How often the clock is looked at: once in so many steps. */
const stepsBetweenLooks = 256;

/** Counts the steps of a computation, one a node of any search. */
export class Meter {
  #left: number;
  #untilLook = stepsBetweenLooks;
  readonly #limit: number;
  readonly #expired: () => boolean;

  constructor(limit: number, expired: () => boolean = () => false) {
    this.#left = limit;
    this.#limit = limit;
    this.#expired = expired;
  }

  /** Counts `steps` more. Throws `BudgetSpent` past the limit, and soon after the time is up. */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) {
      throw new BudgetSpent(`more than ${this.#limit} steps`);
    }
    this.#untilLook -= steps;
    if (this.#untilLook < 0) {
      this.#untilLook = stepsBetweenLooks;
      if (this.#expired()) {
        throw new BudgetSpent("the time is up");
      }
    }
  }
}
