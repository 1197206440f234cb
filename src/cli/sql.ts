import { type Command, Option } from "commander";
import { comparisonQuery } from "../analysis/sql/comparison-query.ts";
import {
  type SqlColumn,
  type SqlColumns,
  savedCallColumns,
  sqlColumns,
} from "../analysis/sql/sql-columns.ts";
import { type SqlDialect, sqlDialects } from "../analysis/sql/sql-dialect.ts";
import type { SqlRefusal } from "../analysis/sql/sql-refusal.ts";
import { quoted } from "../policy/source/visible-text.ts";
import { diagnosticBlocks } from "../report/diagnostics-report.ts";
import { documentText } from "../report/document/document-text.ts";
import type { Remark } from "../report/remark.ts";
import { type Invocation, newCommand } from "./command.ts";
import { wrongUsage } from "./command-error.ts";
import { type ExitStatus, exitStatus } from "./exit-status.ts";
import { checkStandardInput } from "./files/file-argument.ts";
import { type ReadManifest, readManifest } from "./files/read-manifest.ts";
import { manifestStatus, showErrors } from "./manifest-remarks.ts";
import type { Io } from "./output/output.ts";

interface Options {
  readonly dialect: SqlDialect;
  readonly table: string;
  readonly column?: readonly string[];
  readonly rows?: boolean;
  readonly all?: boolean;
  readonly allowUndecidable?: boolean;
}

/**
 * `countersign sql BASE HEAD --dialect NAME`: a query that counts the calls of a log that both manifests decide differently. Ends
 * with 2 when a pattern cannot be said exactly in the dialect, and then prints no query; 1 when the platform drops an entry of HEAD.
 */
export function sqlCommand({ io, conclude }: Invocation): Command {
  return newCommand("sql", "write a query that compares two manifests where the log lies", [
    "sql main:kortix.yaml kortix.yaml --dialect duckdb --table \"'calls.parquet'\"",
    "sql old.yaml new.yaml --dialect postgres --table log.calls --column at=made_at",
  ])
    .argument("<base>", "the manifest before: a path, REV:PATH in git, or - for standard input")
    .argument("<head>", "the manifest after")
    .addOption(
      new Option("--dialect <name>", "the engine").choices(sqlDialects).makeOptionMandatory(),
    )
    .option("--table <sql>", "what stands behind FROM, as it is", "calls")
    .option(
      "--column <name=sql>",
      `what a column is, as it is, more than once: ${sqlColumns.join(", ")}`,
      (text: string, before: readonly string[] = []) => [...before, text],
    )
    .option("--all", "also what is decided as before")
    .option("--rows", "a line for each call, not for each group")
    .option("--allow-undecidable", "count calls that reach what cannot be said, and refuse nothing")
    .action(async (base: string, head: string, options: Options) => {
      conclude(await sql(base, head, options, io));
    });
}

async function sql(base: string, head: string, options: Options, io: Io): Promise<ExitStatus> {
  checkStandardInput([base, head]);
  const columns = columnsOf(options.column ?? []);
  const before = await readManifest(base, io);
  const after = await readManifest(head, io);
  for (const side of [before, after]) await showErrors(side, io);
  if (before.policy === undefined || after.policy === undefined) return exitStatus.unreadable;
  const query = comparisonQuery(before.policy, after.policy, {
    ...options,
    columns,
    names: { base: before.name, head: after.name },
  });
  const unsaid = query.kind === "refused" ? query.refusals : query.undecidable;
  await showRefusals(unsaid, query.kind === "refused", options.dialect, { before, after }, io);
  if (query.kind === "refused") return exitStatus.unreadable;
  await io.stdout.write(query.sql);
  return manifestStatus(after);
}

function columnsOf(given: readonly string[]): SqlColumns {
  const columns: Partial<Record<SqlColumn, string>> = {};
  for (const text of given) {
    const [, name, expression] = /^([a-z]*)=(.*\S.*)$/s.exec(text) ?? [];
    const column = sqlColumns.find((known) => known === name);
    if (column === undefined || expression === undefined) {
      throw wrongUsage(
        `${quoted(text)} is no column`,
        `write \`NAME=SQL\`, where the name is one of ${sqlColumns.join(", ")}`,
      );
    }
    if (columns[column] !== undefined) throw wrongUsage(`column \`${column}\` is given twice`);
    columns[column] = expression;
  }
  return { ...savedCallColumns, ...columns };
}

async function showRefusals(
  refusals: readonly SqlRefusal[],
  refused: boolean,
  dialect: SqlDialect,
  { before, after }: Readonly<Record<"before" | "after", ReadManifest>>,
  { stderr }: Io,
): Promise<void> {
  for (const side of [before, after]) {
    const remarks = refusals
      .filter((one) => (one.side === "base") === (side === before))
      .map((one) => remark(one, refused, dialect));
    if (remarks.length === 0) continue;
    await stderr.write(`${documentText(diagnosticBlocks(remarks, side.files), stderr.paint)}\n`);
  }
}

function remark(
  { pattern, arg, because, help, span }: SqlRefusal,
  refused: boolean,
  dialect: SqlDialect,
): Remark {
  const of = arg === undefined ? "" : ` of \`${arg}\``;
  const outcome = refused ? "so no query is written" : "so the calls that reach it are undecidable";
  return {
    id: "not-in-sql",
    severity: refused ? "error" : "warning",
    message: `${quoted(pattern)}${of} cannot be said exactly in ${dialect}, ${outcome}`,
    why: because,
    ...(refused
      ? {
          help: `${help ?? "write it another way"}, or count the calls that reach it apart, with \`--allow-undecidable\``,
        }
      : {}),
    ...(span === undefined ? {} : { span }),
  };
}
