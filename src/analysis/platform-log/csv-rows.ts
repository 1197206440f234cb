import { type CsvError, parse } from "csv-parse";

/** A row of a table as a record, or why it is none. Lines are 1-based. */
export type CsvRow =
  | { readonly line: number; readonly record: Readonly<Record<string, string>> }
  | { readonly line: number; readonly because: string };

/** A longer row is not kept: 1 MiB. */
const longestRow = 1_048_576;

/** The rows of a table whose first row names the columns, together as they come out of its chunks. A rejected source rejects. */
export async function* csvRows(
  chunks: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<readonly CsvRow[], void, undefined> {
  const table = new Table();
  for await (const chunk of chunks) {
    yield await table.push(chunk);
    if (table.isGivenUp) return;
  }
  yield await table.end();
}

/** A table that is read chunk by chunk; a row is handed out with the chunk that it ends in. */
class Table {
  #rows: CsvRow[] = [];
  #givenUp = false;
  readonly #parser = parse({
    bom: true,
    columns: true,
    max_record_size: longestRow,
    skip_empty_lines: true,
    skip_records_with_error: true,
    // Rows are taken here and never queued, because an error would empty the queue.
    on_record: (record: Readonly<Record<string, string>>, { lines }) => {
      this.#rows.push({ line: lines, record });
      return undefined;
    },
    on_skip: (error) => {
      // INVARIANT: a row is left out because of an error.
      const fault = error as CsvError;
      this.#rows.push({ line: lineOf(fault), because: whyNoRow(fault) });
      return undefined;
    },
  });

  constructor() {
    this.#parser.on("error", () => undefined);
  }

  get isGivenUp(): boolean {
    return this.#givenUp;
  }

  push(chunk: string | Uint8Array): Promise<readonly CsvRow[]> {
    return this.#rowsAfter((done) => this.#parser.write(chunk, done));
  }

  end(): Promise<readonly CsvRow[]> {
    return this.#rowsAfter((done) => {
      this.#parser.once("error", done);
      this.#parser.end(() => done());
    });
  }

  #rowsAfter(step: (done: (error?: Error | null) => void) => void): Promise<readonly CsvRow[]> {
    return new Promise((resolve) => {
      step((error) => {
        const rows = this.#rows;
        this.#rows = [];
        resolve(error ? [...rows, this.#giveUp(error as CsvError)] : rows);
      });
    });
  }

  #giveUp(error: CsvError): CsvRow {
    this.#givenUp = true;
    return { line: lineOf(error), because: `${whyNoRow(error)}; the rest is not read` };
  }
}

function lineOf(error: CsvError): number {
  return Number(error["lines"]);
}

const reasons: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: "the row has not as many cells as there are columns",
  CSV_MAX_RECORD_SIZE: "the row is longer than 1 MiB",
  CSV_QUOTE_NOT_CLOSED: "a quotation mark is not closed",
};

function whyNoRow({ code }: CsvError): string {
  return reasons[code] ?? "this is no row of a table";
}
