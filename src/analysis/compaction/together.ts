import { momentOf } from "../simulation/moment.ts";
import type { SavedCall } from "../simulation/saved-call.ts";

/** A time as it is written, and the moment that it means. */
interface Time {
  readonly written: string | number;
  readonly moment: number;
}

/**
 * Saved calls that become one: the first of them, with the sum of the counts and the latest time. What a log says of one call is
 * not true of several, and the first time is told only where it is known of all of them.
 */
export class Together {
  count: number;
  readonly #first: SavedCall;
  #isAlone = true;
  #last: Time | undefined;
  #began: Time | undefined;

  constructor(first: SavedCall) {
    this.#first = first;
    this.count = first.count;
    this.#last = timeOf(first.at);
    this.#began = beginning(first);
  }

  /** Puts another call to them. */
  add(more: SavedCall): void {
    const [last, began] = [timeOf(more.at), beginning(more)];
    this.#isAlone = false;
    this.count += more.count;
    if (last !== undefined && !(this.#last !== undefined && last.moment < this.#last.moment)) {
      this.#last = last;
    }
    if (began === undefined) this.#began = undefined;
    else if (this.#began !== undefined && began.moment < this.#began.moment) this.#began = began;
  }

  /** All of them as one. */
  saved(): SavedCall {
    if (this.#isAlone) return this.#first;
    const { record: _, firstAt: __, ...first } = this.#first;
    return {
      ...first,
      count: this.count,
      ...(this.#last === undefined ? {} : { at: this.#last.written }),
      ...(this.#began === undefined ? {} : { firstAt: this.#began.written }),
    };
  }
}

/** When the first of a record's calls was made; of a single call that is when it was made. */
function beginning({ count, at, firstAt }: SavedCall): Time | undefined {
  return timeOf(firstAt ?? (count === 1 ? at : undefined));
}

function timeOf(at: string | number | undefined): Time | undefined {
  // What is no time counts as the earliest.
  return at === undefined ? undefined : { written: at, moment: momentOf(at) ?? 0 };
}
