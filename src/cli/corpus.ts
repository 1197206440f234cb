import { Command } from "commander";
import type { Invocation } from "./command.ts";
import { compactCommand } from "./corpus/compact.ts";
import { importCommand } from "./corpus/import.ts";
import { redactCommand } from "./corpus/redact.ts";
import { statsCommand } from "./corpus/stats.ts";

/** `countersign corpus`: makes saved calls of the platform's logs, smaller, without what is private, and counts them. */
export function corpusCommand(invocation: Invocation): Command {
  const corpus = new Command("corpus").description(
    "make saved calls of logs, compact them, take out what is private, count them",
  );
  for (const make of [importCommand, compactCommand, redactCommand, statsCommand]) {
    corpus.addCommand(make(invocation));
  }
  return corpus;
}
