import { type BadLine, badLine } from "./bad-line.ts";
import { type CorpusLine, longestLine } from "./corpus-line.ts";
import { readJsonRecord } from "./json-record.ts";
import type { ReadRecord, RecordReader } from "./record-reader.ts";

/**
 * Reads one JSON list of records from lines of which the first that is not blank starts with `[`. A bad entry is a bad
 * line, the others are read; no more than one entry of at most 1 MiB is held.
 */
export function jsonListReader<Entry>(file: string, read: ReadRecord<Entry>): RecordReader<Entry> {
  return new JsonList(file, read);
}

const blank = new Set([" ", "\t", "\r", "\n"]);

/** Cuts the list at the commas that stand outside text and inner brackets; each entry is then parsed as JSON alone. */
class JsonList<Entry> implements RecordReader<Entry> {
  readonly #file: string;
  readonly #read: ReadRecord<Entry>;
  #state: "before" | "inside" | "after" | "given-up" = "before";
  #inText = false;
  #escaped = false;
  #depth = 0;
  #entry: string[] = [];
  #size = 0;
  /** Where the entry's first character stands; 0 while the entry is blank. */
  #entryLine = 0;
  #entries = 0;
  #lastLine = 0;

  constructor(file: string, read: ReadRecord<Entry>) {
    this.#file = file;
    this.#read = read;
  }

  *line(line: CorpusLine): Iterable<Entry | BadLine> {
    if (this.#state === "given-up") return;
    this.#lastLine = line.number;
    if (line.kind === "text") {
      yield* this.#scan(`${line.text}\n`);
    } else {
      yield this.#giveUp(`${line.because}, so the rest of this list is not read`);
    }
  }

  *end(): Iterable<Entry | BadLine> {
    if (this.#state === "inside") yield this.#giveUp("the list ends without its `]`");
  }

  *#scan(text: string): Iterable<Entry | BadLine> {
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charAt(at);
      if (this.#inText) {
        this.#passText(character);
      } else if (this.#state === "before") {
        if (character === "[") this.#state = "inside";
        from = at + 1;
      } else if (blank.has(character)) {
        // Between entries and around their parts blanks mean nothing.
      } else if (this.#state === "after") {
        yield this.#giveUp("something follows the end of the list");
        return;
      } else if (this.#depth === 0 && (character === "," || character === "]")) {
        this.#keep(text.slice(from, at));
        if (character === "]") this.#state = "after";
        yield* this.#takeEntry();
        from = at + 1;
      } else {
        this.#passValue(character);
      }
    }
    this.#keep(text.slice(from));
  }

  #passText(character: string): void {
    if (this.#escaped) this.#escaped = false;
    else if (character === "\\") this.#escaped = true;
    else if (character === '"') this.#inText = false;
  }

  #passValue(character: string): void {
    if (this.#entryLine === 0) this.#entryLine = this.#lastLine;
    if (character === '"') this.#inText = true;
    else if (character === "[" || character === "{") this.#depth += 1;
    else if (character === "]" || character === "}") this.#depth = Math.max(0, this.#depth - 1);
  }

  #keep(part: string): void {
    this.#size += part.length;
    if (this.#size > longestLine) this.#entry = [];
    else this.#entry.push(part);
  }

  *#takeEntry(): Iterable<Entry | BadLine> {
    const place = { file: this.#file, line: this.#entryLine || this.#lastLine };
    const text = this.#entry.join("");
    if (this.#size > longestLine) {
      yield badLine(place, "the entry is longer than 1 MiB");
    } else if (this.#entryLine > 0) {
      yield readJsonRecord(text, place, this.#read);
    } else if (this.#state === "inside" || this.#entries > 0) {
      yield badLine(place, "an entry of the list is empty", "take out the spare comma");
    }
    this.#entries += 1;
    this.#entry = [];
    this.#size = 0;
    this.#entryLine = 0;
  }

  #giveUp(reason: string): BadLine {
    this.#state = "given-up";
    return badLine({ file: this.#file, line: this.#lastLine }, reason);
  }
}
