import { stringify } from "csv-stringify/sync";
import type { LogLine } from "../../app.ts";
import { visible } from "../../policy/source/visible-text.ts";
import { jsonText } from "../../report/json/json-text.ts";

/** A line of the log as a JSON object on one line. */
export function jsonRow({ at, ...line }: LogLine): string {
  const { seq, ...rest } = line;
  return `${jsonText({ seq, at: timeText(at), ...rest })}\n`;
}

/** Milliseconds since the epoch as RFC 3339 in UTC. */
export function timeText(at: number): string {
  return new Date(at).toISOString();
}

const columns: Readonly<Record<string, (line: LogLine) => string | number | undefined>> = {
  seq: ({ seq }) => seq,
  at: ({ at }) => timeText(at),
  kind: ({ kind }) => kind,
  repository: ({ repository }) => repository,
  repository_id: ({ repositoryId }) => repositoryId,
  pull_number: ({ pullNumber }) => pullNumber,
  verdict: ({ verdict }) => verdict,
  head_sha: ({ headSha }) => headSha,
  base_sha: ({ baseSha }) => baseSha,
  work_key: ({ workKey }) => workKey,
  generation: ({ generation }) => generation,
  token: ({ token }) => token,
  body: ({ body }) => jsonText(body),
  previous_hash: ({ previousHash }) => previousHash,
  hash: ({ hash }) => hash,
};

/** The names of the columns. */
export function csvHeader(): string {
  return stringify([Object.keys(columns)]);
}

/**
 * A line of the log as CSV (RFC 4180, with line feeds). A cell that a spreadsheet would take for a formula begins with an
 * apostrophe, and characters that do not show are written out.
 */
export function csvRow(line: LogLine): string {
  const cells = Object.values(columns).map((cell) => {
    const value = cell(line);
    return typeof value === "string" ? visible(value, Number.POSITIVE_INFINITY) : value;
  });
  return stringify([cells], { escape_formulas: true });
}
