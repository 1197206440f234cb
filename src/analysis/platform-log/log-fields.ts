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
  const own = normalized(record);
  const metadata = mapOf(own.get("metadata")) ?? {};
  const all = new Map([...normalized(metadata), ...columnsOf(own), ...own]);
  const value = (...names: readonly Name[]): unknown => {
    for (const name of names) {
      const found = all.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return {
    value,
    text(...names) {
      const found = value(...names);
      return typeof found === "string" || typeof found === "number"
        ? String(found).trim()
        : undefined;
    },
    map: (...names) => logFields(mapOf(value(...names)) ?? {}),
    isEmpty: all.size === 0,
  };
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

function normalized(record: object): Map<string, unknown> {
  const present = Object.entries(record).filter(
    ([, value]) => value !== null && !(typeof value === "string" && value.trim() === ""),
  );
  return new Map(present.map(([key, value]) => [key.toLowerCase().replace(/[\s_-]/g, ""), value]));
}

function columnsOf(own: ReadonlyMap<string, unknown>): readonly (readonly [string, unknown])[] {
  return [...own].flatMap(([key, value]) =>
    key.startsWith("metadata.") ? [[key.slice("metadata.".length), value] as const] : [],
  );
}
