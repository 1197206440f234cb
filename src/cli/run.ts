import { Command, CommanderError } from "commander";
import { catalogueCommand } from "./catalogue.ts";
import { checkCommand } from "./check.ts";
import { CommandError } from "./command-error.ts";
import { corpusCommand } from "./corpus.ts";
import { diffCommand } from "./diff.ts";
import { type ExitStatus, exitStatus } from "./exit-status.ts";
import { explainCommand } from "./explain.ts";
import { lintCommand } from "./lint.ts";
import { logCommand } from "./log.ts";
import { complain } from "./output/complain.ts";
import type { Io } from "./output/output.ts";
import { proveCommand } from "./prove.ts";
import { reportCommand } from "./report.ts";
import { reviewCommand } from "./review.ts";
import { serveCommand } from "./serve.ts";
import { setupCommand } from "./setup.ts";
import { sqlCommand } from "./sql.ts";
import { version } from "./version.ts";

const commands = [
  checkCommand,
  explainCommand,
  diffCommand,
  lintCommand,
  logCommand,
  corpusCommand,
  catalogueCommand,
  reportCommand,
  proveCommand,
  sqlCommand,
  reviewCommand,
  serveCommand,
  setupCommand,
];

const statuses = `
Exit status:
  0  nothing to countersign (check, explain, lint: no error; prove: it decides a call)
  1  there is something: a changed decision, an error in a manifest, a broken pinned decision
  2  a file, or a line of saved calls, cannot be read
  3  wrong usage
  4  something could not be proved or decided`;

/** Runs one command line (without program names) and gives the exit status. Never rejects for what a user can cause. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    const status = await dispatch(argv, io);
    await io.stdout.flush();
    await io.stderr.flush();
    return status;
  } catch (error) {
    return await failed(error, io);
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<number> {
  let status: ExitStatus = exitStatus.usage;
  const said = { out: "", err: "" };
  const program = new Command("countersign")
    .description("says what a change of an agents' policy does, and to whom")
    .version(version())
    .addHelpText("after", statuses);
  const invocation = {
    io,
    conclude: (outcome: ExitStatus) => {
      status = outcome;
    },
  };
  for (const make of commands) program.addCommand(make(invocation));
  const nested = program.commands.flatMap(({ commands: below }) => below);
  for (const command of [program, ...program.commands, ...nested]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => {
        said.out += text;
      },
      writeErr: (text) => {
        said.err += text;
      },
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
    });
  }
  try {
    await program.parseAsync([...argv], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    status = error.exitCode === 0 ? exitStatus.nothing : exitStatus.usage;
  }
  await io.stdout.write(said.out);
  await io.stderr.write(said.err);
  return status;
}

async function failed(error: unknown, io: Io): Promise<number> {
  // Nobody reads on: not an error of ours, and nobody to tell it to.
  if (isClosedPipe(error)) return exitStatus.closedPipe;
  if (!(error instanceof CommandError)) throw error;
  try {
    await io.stdout.flush();
    await complain(io.stderr, error.message, error.help);
    await io.stderr.flush();
  } catch (closed) {
    if (!isClosedPipe(closed)) throw closed;
  }
  return error.status;
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPIPE";
}
