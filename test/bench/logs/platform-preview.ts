/** What a log writes in place of a value. Whoever makes a log knows it as such, whatever its text. */
export class Mask {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): string {
    return this.text;
  }
}

/** Arguments as a log shows them. */
export interface Preview {
  readonly shown: ShownMap;
  /** What the platform says of it: a credential that was masked does not count. */
  readonly isComplete: boolean;
}

/** A map of which some values may be masks; under the key `…` that there are more keys. */
export interface ShownMap {
  readonly [key: string]: unknown;
}

/** Nothing is known of the arguments. */
export const nothingShown: ShownMap = { "…": new Mask("not logged") };

const credentialWords = new Set(
  "token auth secret pass password pin sig seed refresh cookie".split(" "),
);
const keyWords = new Set("api private public session access".split(" "));

/**
 * What the platform's log keeps of a map. Kortix semantics: values with a credential's name, long texts without a blank, long texts,
 * long lists, many keys and deep values are masked.
 */
export function platformPreview(map: object): Preview {
  let isComplete = true;
  const cut = (text: string): Mask => {
    isComplete = false;
    return new Mask(text);
  };

  const shownText = (text: string): unknown => {
    if (text.length >= 96 && !/\s/.test(text)) return cut(`[${text.length} chars omitted]`);
    return text.length > 20_000
      ? cut(`${text.slice(0, 20_000)}… [+${text.length - 20_000} chars]`)
      : text;
  };
  const shownList = (list: readonly unknown[], level: number): unknown => {
    if (level > 3) return cut("[array]");
    const kept = list.slice(0, 10).map((item) => shown(item, level + 1));
    return list.length > 10 ? [...kept, cut(`… [+${list.length - 10} more]`)] : kept;
  };
  const shownMap = (fields: object, level: number): ShownMap => {
    const entries = Object.entries(fields);
    const kept = entries
      .slice(0, 24)
      .map(([key, value]) => [
        key,
        isCredential(key) ? new Mask("[redacted]") : shown(value, level + 1),
      ]);
    const more = entries.length > 24 ? [["…", cut(`+${entries.length - 24}`)]] : [];
    return Object.fromEntries([...kept, ...more]);
  };
  const shown = (value: unknown, level: number): unknown => {
    if (value instanceof Mask) return value;
    if (typeof value === "string") return shownText(value);
    if (Array.isArray(value)) return shownList(value, level);
    if (typeof value !== "object" || value === null) return value;
    return level > 3 ? cut("[object]") : shownMap(value, level);
  };

  return { shown: shownMap(map, 1), isComplete };
}

function isCredential(key: string): boolean {
  const words = key
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some(
    (word, index) =>
      credentialWords.has(word) || (word === "key" && keyWords.has(words[index - 1] ?? "")),
  );
}
