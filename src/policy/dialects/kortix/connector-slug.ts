import { quoted } from "../../source/visible-text.ts";
import { describedType } from "./described-type.ts";
import { type Fault, fault } from "./fault.ts";
import { oddCharacters } from "./odd-characters.ts";
import { field, isAbsent, type Place } from "./place.ts";

const slugShape = /^[a-z0-9][a-z0-9_-]{0,127}$/;

/** A connector entry's `slug` as the platform reads it: text, trimmed; undefined when it is not text. */
export function writtenSlug(entry: Place): string | undefined {
  const { value } = field(entry, "slug");
  return typeof value === "string" ? value.trim() : undefined;
}

/** Reads a connector entry's `slug`. Kortix semantics: lower-case ASCII letters, digits, `_`, `-`, at most 128. */
export function readSlug(entry: Place): { readonly slug: string } | Fault {
  const place = field(entry, "slug");
  const slug = writtenSlug(entry);
  if (slug === undefined) {
    const because = isAbsent(place.value)
      ? "`slug` is missing"
      : `\`slug\` is ${describedType(place.value)}, not text`;
    return fault(place, because, "name the connector, such as `slug: gmail`");
  }
  if (slugShape.test(slug)) return { slug };
  const odd = oddCharacters(slug);
  const because = `${quoted(slug)} cannot name a connector${odd === undefined ? "" : `: it holds ${odd}`}`;
  return fault(
    place,
    because,
    "use lower-case letters, digits, `_` and `-`, at most 128 characters, first a letter or digit",
  );
}
