import { quoted } from "../../source/visible-text.ts";
import { describedType } from "./described-type.ts";
import { type Fault, fault } from "./fault.ts";
import { field, isAbsent, isMap, type Place } from "./place.ts";
import type { Provider } from "./provider.ts";

const mostHeaders = 32;
const longestValue = 2_048;
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;

/**
 * Reads a connector's `headers`. Kortix semantics: a map of text, at most 32, names at most 128 characters of HTTP's token
 * set, values at most 2048 characters without line breaks; a bad map takes the whole entry with it, and so does any map
 * where the provider accepts none.
 */
export function readHeaders(
  entry: Place,
  provider: Provider,
): { readonly headers: Readonly<Record<string, string>> } | Fault {
  const place = field(entry, "headers");
  const { value } = place;
  if (isAbsent(value)) return { headers: {} };
  if (!provider.headers)
    return fault(place, `provider \`${provider.name}\` does not accept \`headers\``, "remove them");
  if (!isMap(value))
    return fault(
      place,
      `\`headers\` is ${describedType(value)}, not a map`,
      "write `Name: value` lines",
    );
  const names = Object.keys(value);
  if (names.length > mostHeaders)
    return fault(
      place,
      `it has ${names.length} headers, and at most ${mostHeaders} are read`,
      "remove some",
    );
  const headers: [string, string][] = [];
  for (const name of names) {
    const header = field(place, name);
    const text = header.value;
    if (!headerName.test(name))
      return fault(header, `${quoted(name)} cannot name a header`, "use letters, digits and `-`");
    if (typeof text !== "string") {
      return fault(
        header,
        `header ${quoted(name)} is ${describedType(text)}, not text`,
        "put the value in quotes",
      );
    }
    if (text.length > longestValue || /[\r\n]/.test(text)) {
      const because = `header ${quoted(name)} is longer than ${longestValue} characters or has a line break`;
      return fault(header, because, "shorten it to one line");
    }
    headers.push([name, text]);
  }
  return { headers: Object.fromEntries(headers) };
}
