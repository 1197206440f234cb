/** The fields of one record of a log, however the export spells and nests them. */
export interface LogFields {
  /** The text of a field, trimmed; a number as text. Undefined when it is absent, null, blank or something else. */
  text(...names: readonly Name[]): string | undefined;
  /** The value of a field; undefined when it is absent, null or blank text. */
  value(...names: readonly Name[]): unknown;
  /** A field that holds a map, itself or as JSON text (as in a cell of a table); no fields when it holds none. */
  map(...names: readonly Name[]): LogFields;
  /** Whether there is no field. */
  readonly isEmpty: boolean;
}

/** A field's name in lower case, without separators: `actionpath` is `action_path`, `actionPath` and `Action path`. */
export type Name = Lowercase<string>;

/**
 * The fields of a record. A name is looked for in the record, then in its `metadata`, where an audit event keeps what is
 * particular to its kind; a column such as `metadata.action_path` counts as the latter.
 */
export function logFields(record: object): LogFields {
  return new RecordFields(record);
}

class RecordFields implements LogFields {
  readonly #own = new Map<string, unknown>();
  #hasColumnsOfKind = false;
  /** Read when it is first asked for. */
  #metadata: RecordFields | undefined;

  constructor(record: object) {
    for (const [key, value] of Object.entries(record)) {
      if (value === null || (typeof value === "string" && value.trim() === "")) continue;
      const name = plainName(key);
      this.#own.set(name, value);
      this.#hasColumnsOfKind ||= name.startsWith("metadata.");
    }
  }

  get isEmpty(): boolean {
    return this.#own.size === 0;
  }

  value(...names: readonly Name[]): unknown {
    for (const name of names) {
      const found = this.#own.get(name) ?? this.#ofKind(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  text(...names: readonly Name[]): string | undefined {
    const found = this.value(...names);
    return typeof found === "string" || typeof found === "number"
      ? String(found).trim()
      : undefined;
  }

  map(...names: readonly Name[]): LogFields {
    return logFields(mapOf(this.value(...names)) ?? {});
  }

  #ofKind(name: Name): unknown {
    const column = this.#hasColumnsOfKind ? this.#own.get(`metadata.${name}`) : undefined;
    if (column !== undefined || !this.#own.has("metadata")) return column;
    this.#metadata ??= new RecordFields(mapOf(this.#own.get("metadata")) ?? {});
    return this.#metadata.#own.get(name);
  }
}

/** A map, itself or as JSON text; undefined for anything else. */
export function mapOf(value: unknown): object | undefined {
  const found = typeof value === "string" ? parsed(value) : value;
  return typeof found === "object" && found !== null && !Array.isArray(found) ? found : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Exports have few columns; a log with many different keys must not fill the memory. */
const keptNames = 1_000;
const plainNames = new Map<string, string>();

function plainName(key: string): string {
  const known = plainNames.get(key);
  if (known !== undefined) return known;
  const plain = key.toLowerCase().replace(/[\s_-]/g, "");
  if (plainNames.size < keptNames && key.length < 100) plainNames.set(key, plain);
  return plain;
}
