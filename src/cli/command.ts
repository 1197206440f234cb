import { Command, Option } from "commander";
import type { ExitStatus } from "./exit-status.ts";
import type { Io } from "./output/output.ts";

/** How a report is written. */
export type Format = "text" | "markdown" | "json";

/** What a command is made with: the world, and where its outcome goes. */
export interface Invocation {
  readonly io: Io;
  readonly conclude: (status: ExitStatus) => void;
}

/** `--format`, for every command that prints a report. */
export function formatOption(): Option {
  return new Option("--format <format>", "how the report is written")
    .choices(["text", "markdown", "json"])
    .default("text");
}

/** A command with its examples below its help. */
export function newCommand(name: string, summary: string, examples: readonly string[]): Command {
  const lines = examples.map((example) => `  $ countersign ${example}`);
  return new Command(name)
    .description(summary)
    .addHelpText("after", `\nExamples:\n${lines.join("\n")}`);
}
