import type { CorpusEntry } from "./corpus-entry.ts";
import { type RecordShape, recordShape } from "./record-shape.ts";

/** Lines of one file have few shapes; each that does not fit costs time. */
const mostShapes = 8;

/** So many lines are read before a shape is made of one: a small file is not worth it. */
const patience = 32;

/** So many lines are looked at for a new shape. */
const mostLooks = 64;

/** A line that has one of the shapes: the groups, and the shape. */
export interface ShapedLine {
  readonly shape: RecordShape;
  readonly match: RegExpExecArray;
}

/** The shapes that the lines of one file have, learned from those that were read. The last one that fitted is tried first. */
export class RecordShapes {
  readonly #shapes: RecordShape[] = [];
  readonly #known = new Set<string>();
  #looks: number;

  /** `eager`: from the first line on. */
  constructor(eager = false) {
    this.#looks = eager ? 0 : -patience;
  }

  /** The line of the text that begins at `from`, if it has one of the shapes. */
  inAscii(text: string, from: number): ShapedLine | undefined {
    for (const [index, shape] of this.#shapes.entries()) {
      shape.inAscii.lastIndex = from;
      const match = shape.inAscii.exec(text);
      if (match !== null) return this.#fitted(index, match);
    }
    return undefined;
  }

  /** The line, if it has one of the shapes. */
  onLine(text: string): ShapedLine | undefined {
    for (const [index, shape] of this.#shapes.entries()) {
      const match = shape.onLine.exec(text);
      if (match !== null) return this.#fitted(index, match);
    }
    return undefined;
  }

  /** Learns from a line, and from what it was read as. */
  learn(text: string, entry: CorpusEntry): void {
    if (this.#shapes.length >= mostShapes || this.#looks >= mostLooks) return;
    this.#looks += 1;
    if (this.#looks <= 0 || entry.kind === "bad-line") return;
    const keys = Object.keys(JSON.parse(text) as object);
    const key = JSON.stringify(keys);
    if (this.#known.has(key)) return;
    this.#known.add(key);
    const shape = recordShape(keys);
    if (shape !== undefined) this.#shapes.unshift(shape);
  }

  #fitted(index: number, match: RegExpExecArray): ShapedLine {
    const shape = this.#shapes[index] as RecordShape;
    if (index > 0) {
      this.#shapes.splice(index, 1);
      this.#shapes.unshift(shape);
    }
    return { shape, match };
  }
}
