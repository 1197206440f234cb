import type { Json } from "../../policy/call.ts";
import { valueAlong } from "../../policy/evaluate-condition.ts";

/**
 * The JSON text of an object, known to be sound, of which only what is asked for is parsed. No blank stands in it but one behind
 * a comma or a colon.
 */
export class ObjectText {
  readonly #text: string;
  /** For each member where its name begins and ends, then its value; undefined: not looked yet. */
  #members: readonly number[] | undefined;
  #parsed: Json | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** What `valueAlong` finds in the parsed object at a path, from one of its names on. */
  valueAt(path: readonly string[], from = 0): Json | undefined {
    // In a text without escapes a quote is a quote.
    if (this.#text.includes("\\")) return valueAlong(this.whole(), path.slice(from));
    const text = this.#valueOf(path[from] as string);
    if (text === undefined) return undefined;
    if (from === path.length - 1) return parsed(text);
    return text.charCodeAt(0) === openBrace
      ? new ObjectText(text).valueAt(path, from + 1)
      : valueAlong(JSON.parse(text), path.slice(from + 1));
  }

  /** All of it. */
  whole(): Json {
    this.#parsed ??= JSON.parse(this.#text) as Json;
    return this.#parsed;
  }

  /** The text of a member's value: of the last one, where several have the name. */
  #valueOf(name: string): string | undefined {
    this.#members ??= membersOf(this.#text);
    const members = this.#members;
    for (let index = members.length - 4; index >= 0; index -= 4) {
      const start = members[index] as number;
      const length = (members[index + 1] as number) - start;
      if (length === name.length && this.#text.startsWith(name, start)) {
        return this.#text.slice(members[index + 2], members[index + 3]);
      }
    }
    return undefined;
  }
}

const [blank, quote, comma, minus, nine] = [0x20, 0x22, 0x2c, 0x2d, 0x39];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** What a text without escapes stands for. Texts and numbers are most of what is asked for, and need no parser. */
function parsed(text: string): Json {
  const first = text.charCodeAt(0);
  if (first === quote) return text.slice(1, -1);
  return first >= minus && first <= nine ? Number(text) : (JSON.parse(text) as Json);
}

function membersOf(text: string): readonly number[] {
  const members: number[] = [];
  let at = 1;
  while (text.charCodeAt(at) !== closeBrace) {
    const name = text.indexOf('"', at) + 1;
    const nameEnd = text.indexOf('"', name);
    const value = nameEnd + (text.charCodeAt(nameEnd + 2) === blank ? 3 : 2);
    at = endOfValue(text, value);
    members.push(name, nameEnd, value, at);
  }
  return members;
}

/** Behind the value that begins at `start`. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; ; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) {
      at = text.indexOf('"', at + 1);
      if (depth === 0) return at + 1;
    } else if (unit === openBrace || unit === openBracket) {
      depth += 1;
    } else if (unit === closeBrace || unit === closeBracket) {
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (unit === comma && depth === 0) {
      return at;
    }
  }
}
