import { Command } from "commander";
import type { Invocation } from "./command.ts";
import { exportCommand } from "./log/export.ts";
import { showCommand } from "./log/show.ts";
import { verifyCommand } from "./log/verify.ts";

/** `countersign log`: reads the decision log of a store, also while the app writes it. It changes nothing. */
export function logCommand(invocation: Invocation): Command {
  const log = new Command("log")
    .description("read the app's decision log")
    .option(
      "--database <address>",
      "the store; DATABASE_URL of the environment or of .env when absent",
    );
  for (const make of [exportCommand, showCommand, verifyCommand]) log.addCommand(make(invocation));
  return log;
}
