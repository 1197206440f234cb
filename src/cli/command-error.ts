import { type ExitStatus, exitStatus } from "./exit-status.ts";

/** Ends a command: a sentence for people (lower case, no final stop, foreign text in backticks), advice, a status. */
export class CommandError extends Error {
  readonly status: ExitStatus;
  readonly help: string | undefined;

  constructor(status: ExitStatus, message: string, help?: string) {
    super(message);
    this.status = status;
    this.help = help;
  }
}

/** Something that was named cannot be read. */
export function unreadable(message: string, help?: string): CommandError {
  return new CommandError(exitStatus.unreadable, message, help);
}

/** The command line asks for what cannot be. */
export function wrongUsage(message: string, help?: string): CommandError {
  return new CommandError(exitStatus.usage, message, help);
}
