import { Command } from "commander";
import { buildCommand } from "./catalogue/build.ts";
import type { Invocation } from "./command.ts";

/** `countersign catalogue`: the actions that exist. */
export function catalogueCommand(invocation: Invocation): Command {
  return new Command("catalogue")
    .description("write down the actions that exist, with their risk")
    .addCommand(buildCommand(invocation));
}
