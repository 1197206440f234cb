import type { YAMLError } from "yaml";
import { visible } from "./visible-text.ts";

/** What to do about the errors that policy authors run into, by the parser's code. */
const helpByCode: Readonly<Record<string, string>> = {
  BAD_ALIAS: "put a pattern that starts with `*` in quotes",
  BAD_DQ_ESCAPE: "put an expression in single quotes, where a backslash is a backslash",
  BAD_SCALAR_START: "put the text in quotes",
  BLOCK_AS_IMPLICIT_KEY: "put text that holds `: ` in quotes",
  DUPLICATE_KEY: "keep one of the keys that are alike",
  MULTIPLE_DOCS: "keep one document in the file",
  TAB_AS_INDENT: "indent with spaces",
  TAG_RESOLVE_FAILED: "remove the tag",
};

const writeOut = "write it without aliases and merge keys";
const mend = "mend the YAML at this place";

/** A parser's error or warning as a message says it: one line, lower case, no final stop. */
export interface YamlFault {
  readonly because: string;
  readonly help: string;
}

/** Restates what the YAML package reports about a text. */
export function yamlFault({ code, message }: Pick<YAMLError, "code" | "message">): YamlFault {
  const because = code === "MULTIPLE_DOCS" ? "it holds several documents" : sentence(message);
  return { because, help: helpByCode[code] ?? mend };
}

/** Restates what the package throws while it turns a document into a value; it gives no place for it. */
export function conversionFault(thrown: unknown): YamlFault {
  return { because: sentence(String(thrown).replace(/^\w*Error: /, "")), help: writeOut };
}

function sentence(message: string): string {
  const line = visible(message.replace(/\s+/g, " ").trim().replace(/[.:]$/, ""), 160);
  return line.charAt(0).toLowerCase() + line.slice(1);
}
