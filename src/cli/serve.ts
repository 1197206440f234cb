import { once } from "node:events";
import type { Command } from "commander";
import { type Invocation, newCommand } from "./command.ts";
import { CommandError } from "./command-error.ts";
import { exitStatus } from "./exit-status.ts";

/**
 * `countersign serve`: the GitHub App, configured by the environment. Runs until it is told to end, then finishes or gives
 * back what is under way. Ends with 2 when it cannot start, with a sentence that says what to set.
 */
export function serveCommand({ conclude }: Invocation): Command {
  return newCommand("serve", "run the GitHub App", [
    "serve",
    "serve   # with APP_ID, PRIVATE_KEY_PATH and WEBHOOK_SECRET set, or a .env file",
  ]).action(async () => {
    await serve();
    conclude(exitStatus.nothing);
  });
}

async function serve(): Promise<void> {
  // The app and its store are loaded by these two commands alone: the others need neither.
  const app = await import("../app.ts");
  try {
    const running = await app.serve(process.env);
    await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
    await running.stop();
  } catch (error) {
    throw app.explained(error)
      ? new CommandError(exitStatus.unreadable, error.message, error.help)
      : error;
  }
}
