import { Command, Option } from "commander";
import type { ReportFormat } from "../report/written-report.ts";
import type { ExitStatus } from "./exit-status.ts";
import type { Io } from "./output/output.ts";

/** How a report is written by a command that has results for other programs, each at a place of a file. */
export type Format = ReportFormat | "sarif";

/** What a command is made with: the world, and where its outcome goes. */
export interface Invocation {
  readonly io: Io;
  readonly conclude: (status: ExitStatus) => void;
}

const reportFormats: readonly ReportFormat[] = ["text", "markdown", "html", "json"];

/** `--format`, for every command that prints a report. */
export function formatOption(): Option {
  return formatsOption(reportFormats);
}

/** `--format`, where the report has results that stand at a place of a file. */
export function resultFormatOption(): Option {
  return formatsOption([...reportFormats, "sarif"]);
}

function formatsOption(formats: readonly Format[]): Option {
  return new Option("--format <format>", "how the report is written")
    .choices([...formats])
    .default("text");
}

/** A command with its examples below its help. */
export function newCommand(name: string, summary: string, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ countersign ${example}`);
  return new Command(name)
    .description(summary)
    .addHelpText("after", `\nExamples:\n${lines.join("\n")}`);
}
