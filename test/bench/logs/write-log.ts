import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { createGzip } from "node:zlib";
import { stringify } from "csv-stringify/sync";
import type { LogRecord } from "./log-records.ts";

/** How a log is written. */
export type LogForm = "jsonl" | "json" | "csv";

/** Writes records to a file as they come; packed where its name ends in `.gz`. */
export class LogWriter {
  readonly #form: LogForm;
  readonly #file: NodeJS.WritableStream;
  readonly #closed: Promise<unknown>;
  #waiting = "";
  #isFirst = true;

  constructor(path: string, form: LogForm) {
    const disk = createWriteStream(path);
    this.#form = form;
    this.#closed = once(disk, "close");
    if (path.endsWith(".gz")) {
      const gzip = createGzip({ level: 1 });
      gzip.pipe(disk);
      this.#file = gzip;
    } else {
      this.#file = disk;
    }
  }

  async write(record: LogRecord): Promise<void> {
    this.#waiting += this.#text(record);
    this.#isFirst = false;
    if (this.#waiting.length > 1_000_000) await this.#flush();
  }

  async end(): Promise<void> {
    if (this.#form === "json") this.#waiting += this.#isFirst ? "[]\n" : "\n]\n";
    await this.#flush();
    this.#file.end();
    await this.#closed;
  }

  #text(record: LogRecord): string {
    if (this.#form === "jsonl") return `${JSON.stringify(record)}\n`;
    if (this.#form === "json") return `${this.#isFirst ? "[\n" : ",\n"}${JSON.stringify(record)}`;
    const cells = Object.values(record).map((value) =>
      typeof value === "object" && value !== null ? JSON.stringify(value) : value,
    );
    return stringify(this.#isFirst ? [Object.keys(record), cells] : [cells]);
  }

  async #flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = "";
    if (!this.#file.write(text)) await once(this.#file, "drain");
  }
}
