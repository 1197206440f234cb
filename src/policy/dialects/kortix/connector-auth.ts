import type { Json } from "../../call.ts";
import { quoted } from "../../source/visible-text.ts";
import { oneOfWords, unknownWord } from "./connector-text.ts";
import { describedType } from "./described-type.ts";
import { type Fault, fault, isFault } from "./fault.ts";
import { field, isAbsent, isMap, type Place } from "./place.ts";
import type { Provider } from "./provider.ts";

const types: readonly [string, ...string[]] = [
  "none",
  "bearer",
  "basic",
  "custom",
  "api_key",
  "oauth1",
  "hmac",
  "aws_sigv4",
  "mtls",
];
const carriers: readonly [string, ...string[]] = ["header", "query", "cookie"];
const namedTypes: readonly string[] = ["custom", "api_key"];
const secretName = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/;

/**
 * Reads a connector's `auth` with its defaults filled in. Kortix semantics: absent, type `none`; a map with `type`, `in`
 * (`header`), `name` (which `custom` and `api_key` need), `prefix`, `secret`; a bad one takes the whole entry with it.
 */
export function readAuth(entry: Place, provider: Provider): { readonly auth: Json } | Fault {
  const place = field(entry, "auth");
  if (isAbsent(place.value)) return { auth: { type: "none" } };
  if (!isMap(place.value))
    return fault(
      place,
      `\`auth\` is ${describedType(place.value)}, not a map`,
      "write `type:` under `auth:`",
    );
  const type = word(place, "type", types);
  if (isFault(type)) return type;
  const refused = refusedType(field(place, "type"), type.text, provider);
  if (refused !== undefined) return refused;
  if (type.text === "none") return { auth: { type: "none" } };

  const carrier = word(place, "in", carriers);
  if (isFault(carrier)) return carrier;
  const texts = readTexts(place, type.text);
  return isFault(texts) ? texts : { auth: { type: type.text, in: carrier.text, ...texts.texts } };
}

/** Reads a key that takes one of `words`, in any case; absent, the first. */
function word(
  auth: Place,
  key: string,
  words: readonly [string, ...string[]],
): { readonly text: string } | Fault {
  const place = field(auth, key);
  if (isAbsent(place.value)) return { text: words[0] };
  if (typeof place.value !== "string") {
    const because = `\`auth.${key}\` is ${describedType(place.value)}, not text`;
    return fault(place, because, oneOfWords(words));
  }
  const text = place.value.trim().toLowerCase();
  return words.includes(text) ? { text } : unknownWord(place, `auth.${key}`, words);
}

function refusedType(place: Place, type: string, provider: Provider): Fault | undefined {
  const refuses =
    provider.auth === "none" ? type !== "none" : type === "oauth1" && provider.auth !== "all";
  if (!refuses) return undefined;
  return fault(
    place,
    `provider \`${provider.name}\` does not accept auth type ${quoted(type)}`,
    "remove it",
  );
}

/** What a map of `auth` may hold as text. */
interface AuthTexts {
  name?: string;
  prefix?: string;
  secret?: string;
}

function readTexts(auth: Place, type: string): { readonly texts: AuthTexts } | Fault {
  const texts: AuthTexts = {};
  for (const key of ["name", "prefix", "secret"] as const) {
    const place = field(auth, key);
    if (isAbsent(place.value)) continue;
    if (typeof place.value !== "string") {
      return fault(
        place,
        `\`auth.${key}\` is ${describedType(place.value)}, not text`,
        "put it in quotes",
      );
    }
    texts[key] = place.value;
  }
  if (namedTypes.includes(type) && (texts.name ?? "").trim() === "") {
    const because = `auth type \`${type}\` needs a \`name\``;
    return fault(field(auth, "name"), because, "name the header, query parameter or cookie");
  }
  if (texts.secret !== undefined && !secretName.test(texts.secret)) {
    const because = "`auth.secret` is not the name of a secret";
    return fault(field(auth, "secret"), because, "name the secret; never write its value here");
  }
  return { texts };
}
