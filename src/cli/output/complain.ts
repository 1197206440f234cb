import { paragraph } from "../../report/document/block.ts";
import { documentText } from "../../report/document/document-text.ts";
import { messagePhrase } from "../../report/document/message-phrase.ts";
import { phrase, words } from "../../report/document/phrase.ts";
import type { Output } from "./output.ts";

/** Says on standard error what went wrong, or may go wrong, and what to do: `error: …`, `help: …`. */
export async function complain(
  stderr: Output,
  message: string,
  help?: string,
  severity: "error" | "warning" = "error",
): Promise<void> {
  const lines = [
    phrase`${words(severity, tones[severity])}: ${messagePhrase(message)}`,
    ...(help === undefined ? [] : [phrase`help: ${messagePhrase(help)}`]),
  ];
  for (const line of lines) await stderr.write(documentText([paragraph(line)], stderr.paint));
}

const tones = { error: "red", warning: "yellow" } as const;
