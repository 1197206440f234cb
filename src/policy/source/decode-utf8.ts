import type { Parsed } from "./diagnostic.ts";
import { documentDiagnostics } from "./document-diagnostics.ts";
import { textPositions } from "./text-positions.ts";

/**
 * The text of a file of the repository. An error, and no value, when the bytes are not UTF-8 or hold a NUL character:
 * two programs that replace such bytes differently would read two policies. A byte order mark is kept, as YAML
 * accepts it.
 */
export function decodeUtf8(path: string, bytes: Uint8Array): Parsed<string> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { value: undefined, diagnostics: [notText(path, "", 0, "is not UTF-8 text")] };
  }
  const nul = text.indexOf("\0");
  if (nul === -1) return { value: text, diagnostics: [] };
  return { value: undefined, diagnostics: [notText(path, text, nul, "holds a NUL character")] };
}

function notText(
  path: string,
  text: string,
  offset: number,
  what: string,
): Parsed<string>["diagnostics"][number] {
  return {
    id: "not-text",
    severity: documentDiagnostics["not-text"].severity,
    message: `the file ${what}, so nothing in it can be read`,
    help: "save it as UTF-8 text",
    path: [],
    span: textPositions(path, text).span(offset, offset + 1),
  };
}
