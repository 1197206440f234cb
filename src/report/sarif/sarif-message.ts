import type { Call } from "../../policy/call.ts";
import { visible } from "../../policy/source/visible-text.ts";
import { callPath } from "../call-phrase.ts";
import type { LocatedRemark } from "./located-remark.ts";
import type { SarifMessage } from "./sarif-log.ts";

/** Characters of one sentence. */
const sentenceLength = 2000;

/**
 * What, why, what to do, and the calls that show it, a line each. Nothing invisible is left in it, and a parenthesis
 * behind a bracket, which SARIF would read as a link, is written as an escape.
 */
export function sarifMessage({
  message,
  why,
  help,
  witness,
  contrast,
}: LocatedRemark["remark"]): SarifMessage {
  const told = why ?? "";
  return plainText(
    [
      message,
      ...(why === undefined ? [] : [`why: ${why}`]),
      ...exampleLine("for example", witness, told),
      ...exampleLine("beside it", contrast, told),
      ...(help === undefined ? [] : [`help: ${help}`]),
    ].join("\n"),
  );
}

/** Lines of text as SARIF takes them as plain text. */
export function plainText(text: string): SarifMessage {
  const lines = text.split("\n").map((line) => visible(line, sentenceLength));
  return { text: lines.join("\n").replaceAll("](", "]\\u{28}") };
}

/** The whole call, unless the reason has it whole already. */
function exampleLine(lead: string, call: Call | undefined, told: string): readonly string[] {
  if (call === undefined) return [];
  const args = Object.keys(call.args ?? {}).length === 0 ? "" : ` ${JSON.stringify(call.args)}`;
  const text = `\`${callPath(call)}${args}\``;
  return told.includes(text) ? [] : [`${lead}: ${text}`];
}
