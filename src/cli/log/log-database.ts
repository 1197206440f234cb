import type { LogReader } from "../../app.ts";
import { CommandError } from "../command-error.ts";
import { exitStatus } from "../exit-status.ts";

/** What every command that reads the log is told. */
export interface LogFlags {
  readonly database?: string;
}

/** Opens the log that the flags or the environment name, and closes it when the work is done. */
export async function withLog<T>(
  { database }: LogFlags,
  work: (log: LogReader) => Promise<T>,
): Promise<T> {
  // The store is loaded by these commands alone: the others need none.
  const app = await import("../../app.ts");
  try {
    const log = await app.openLog(process.env, database);
    try {
      return await work(log);
    } finally {
      await log.close();
    }
  } catch (error) {
    throw app.explained(error)
      ? new CommandError(exitStatus.unreadable, error.message, error.help)
      : error;
  }
}
