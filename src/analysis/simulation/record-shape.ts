import { isKnownKey, type KnownKey } from "./meant-key.ts";

/**
 * Recognises lines that hold a sound saved call with certain keys in a certain order. What it recognises, `readSavedCall`
 * accepts; what it does not, may be anything and must be read. Takes time linear in the line.
 */
export interface RecordShape {
  /** On a text whose lines end in line feeds, and hold ASCII alone: one line from `lastIndex` on, its line feed included. */
  readonly inAscii: RegExp;
  /** On one whole line of decoded text, without its line feed. */
  readonly onLine: RegExp;
  /** The group that holds a key's value; no entry for a key that the lines do not have. */
  readonly groups: { readonly [key in Captured]?: number };
}

type Captured = Exclude<KnownKey, Noted>;

/** What a log says of a call, which no replay asks for. */
type Noted = "status" | "decision" | "decided_at" | "resolved_by";

/** Arguments that nest deeper are read by whoever reads everything. */
const deepest = 3;

/** Records with more keys are not worth an expression of such a length. */
const mostKeys = 24;

/** The shape of records with these keys, which mean nothing else than `readSavedCall` says of them; undefined for odd keys. */
export function recordShape(keys: readonly string[]): RecordShape | undefined {
  if (!keys.includes("connector") || !keys.includes("action")) return undefined;
  if (keys.length > mostKeys || !keys.every((key) => /^[\w.@-]{1,64}$/.test(key))) return undefined;
  const captured = keys.filter((key): key is Captured => Object.hasOwn(capturedValues, key));
  const source = (characters: string): string => {
    const members = keys.map(
      (key) => `"${key.replaceAll(".", "\\.")}": ?${memberValue(key, characters)}`,
    );
    return `\\{${members.join(", ?")}\\}\\r?`;
  };
  return {
    inAscii: new RegExp(`${source("[ !#-\\[\\]-~]")}\\n`, "y"),
    onLine: new RegExp(`^${source('[^"\\\\\\x00-\\x1f]')}$`),
    groups: Object.fromEntries(captured.map((key, index) => [key, index + 1])),
  };
}

function memberValue(key: string, characters: string): string {
  if (Object.hasOwn(capturedValues, key)) return capturedValues[key as Captured](characters);
  return isKnownKey(key) ? noted[key as Noted](characters) : anyValue(characters, deepest);
}

/** Neither blank nor anything that is trimmed. */
const name = "([!#-\\[\\]-~]+(?: +[!#-\\[\\]-~]+)*)";

// The 29th of February is left to whoever knows the calendar.
const day =
  "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|02-(?:0[1-9]|1\\d|2[0-8]))";
const clock = "(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?";
const zone = "(?:Z|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";
const time = `"\\d{4}-${day}T${clock}${zone}"|0|[1-9]\\d{0,14}`;

const capturedValues: Readonly<Record<Captured, (characters: string) => string>> = {
  connector: () => '"([a-z0-9][a-z0-9_-]{0,127})"',
  action: () => `"${name}"`,
  args: (characters) => `(${map(characters, deepest)})`,
  risk: () => '(?:"(read|write|destructive)"|null)',
  agent: () => `(?:"${name}"|null)`,
  count: () => "([1-9]\\d{0,8})",
  at: () => `(?:(${time})|null)`,
  first_at: () => `(?:(${time})|null)`,
  expect: () => '"(run|hold|block)"',
};

const noted: Readonly<Record<Noted, (characters: string) => string>> = {
  status: note,
  decision: note,
  resolved_by: note,
  decided_at: () => `(?:${time}|null)`,
};

function note(characters: string): string {
  return `(?:${text(characters)}|null)`;
}

function text(characters: string): string {
  return `"${characters}*(?:\\\\(?:["\\\\/bfnrt]|u[0-9a-fA-F]{4})${characters}*)*"`;
}

const number = "-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?";

function anyValue(characters: string, levels: number): string {
  const nested =
    levels === 0 ? "" : `|${map(characters, levels - 1)}|${list(characters, levels - 1)}`;
  return `(?:${text(characters)}|${number}|true|false|null${nested})`;
}

function map(characters: string, levels: number): string {
  const member = `${text(characters)}: ?${anyValue(characters, levels)}`;
  return `\\{(?:${member}(?:, ?(?=")|(?=\\})))*\\}`;
}

function list(characters: string, levels: number): string {
  return `\\[(?:${anyValue(characters, levels)}(?:, ?(?!\\])|(?=\\])))*\\]`;
}
