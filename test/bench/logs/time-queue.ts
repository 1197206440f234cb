/** Puts items in the order of their times; of equal times the one that came first is first. */
export class TimeQueue<T> {
  readonly #heap: { readonly at: number; readonly number: number; readonly item: T }[] = [];
  #numbered = 0;

  add(at: number, item: T): void {
    const heap = this.#heap;
    let index = heap.push({ at, number: this.#numbered, item }) - 1;
    this.#numbered += 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#isBefore(index, parent)) break;
      this.#swap(index, parent);
      index = parent;
    }
  }

  /** Takes out what is due until a time, in order. */
  *until(time: number): Generator<T> {
    for (
      let first = this.#heap[0];
      first !== undefined && first.at <= time;
      first = this.#heap[0]
    ) {
      this.#takeFirst();
      yield first.item;
    }
  }

  #takeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    let index = 0;
    for (;;) {
      const [left, right] = [index * 2 + 1, index * 2 + 2];
      let least = index;
      if (left < heap.length && this.#isBefore(left, least)) least = left;
      if (right < heap.length && this.#isBefore(right, least)) least = right;
      if (least === index) return;
      this.#swap(index, least);
      index = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return false;
    return a.at < b.at || (a.at === b.at && a.number < b.number);
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return;
    this.#heap[one] = b;
    this.#heap[other] = a;
  }
}
