import type { Json } from "../../call.ts";
import { readAuth } from "./connector-auth.ts";
import { readHeaders } from "./connector-headers.ts";
import { oneOf, optionalText, requiredText, unknownWord } from "./connector-text.ts";
import { type Fault, isFault } from "./fault.ts";
import { field, isAbsent, type Place } from "./place.ts";
import type { Provider } from "./provider.ts";
import type { Report } from "./report.ts";

/** Which system a connector reaches and as whom, in canonical JSON values, defaults filled in. */
export type Target = Readonly<Record<string, Json>>;

/**
 * Reads everything of a connector entry that names its system: the provider's own keys, `auth`, `headers`,
 * `authorization_strategy`. Kortix semantics: what is malformed takes the whole entry with it. `credential` is checked
 * alike, but has no effect.
 */
export function readTarget(
  entry: Place,
  slug: string,
  provider: Provider,
  report: Report,
): { readonly target: Target } | Fault {
  const own = readOwnKeys(entry, slug, provider, report);
  if (isFault(own)) return own;
  const strategy = oneOf(entry, "authorization_strategy", ["project", "user", ""], report);
  if (isFault(strategy)) return strategy;
  const credential = oneOf(entry, "credential", ["shared", "per_user", ""], report);
  if (isFault(credential)) return credential;
  if (credential.text === "per_user") {
    const message = "`credential: per_user` is not read, so everybody shares one credential";
    const help = "write `authorization_strategy: user`, or remove the key";
    report("unread-guard", field(entry, "credential"), { message, help });
  }
  const auth = readAuth(entry, provider);
  if (isFault(auth)) return auth;
  const headers = readHeaders(entry, provider);
  if (isFault(headers)) return headers;
  return {
    target: {
      provider: provider.name,
      ...own.target,
      auth: auth.auth,
      ...(Object.keys(headers.headers).length === 0 ? {} : { headers: headers.headers }),
      authorization_strategy: strategy.text,
    },
  };
}

function readOwnKeys(
  entry: Place,
  slug: string,
  provider: Provider,
  report: Report,
): { readonly target: Target } | Fault {
  const [key, spelling = key] = provider.required;
  const respelt = isAbsent(field(entry, key).value) && !isAbsent(field(entry, spelling).value);
  const written = respelt ? spelling : key;
  const needed = requiredText(entry, written, provider.name);
  if (isFault(needed)) return needed;
  const target: Record<string, Json> = { [key]: needed.text };
  for (const optional of provider.optional) {
    const text = optionalText(entry, optional, report);
    if (text !== undefined) target[optional] = text;
  }
  const special = Object.hasOwn(specialKeys, provider.name)
    ? specialKeys[provider.name]
    : undefined;
  const more = special?.(entry, slug, report) ?? { target: {} };
  return isFault(more) ? more : { target: { ...target, ...more.target } };
}

type SpecialKeys = (
  entry: Place,
  slug: string,
  report: Report,
) => { readonly target: Target } | Fault;

/** What only one or two providers read. */
const specialKeys: Readonly<Record<string, SpecialKeys>> = {
  pipedream: readAccount,
  composio: readAccount,
  mcp: readTransport,
  channel: checkPlatform,
};

/** An account defaults to the slug. */
function readAccount(entry: Place, slug: string, report: Report): { readonly target: Target } {
  return { target: { account: optionalText(entry, "account", report) ?? slug } };
}

/** `http` (default) or `sse`, in any case; what is not text counts as `http`. */
function readTransport(entry: Place): { readonly target: Target } | Fault {
  const place = field(entry, "transport");
  const word = typeof place.value === "string" ? place.value.trim().toLowerCase() : "http";
  if (word === "http" || word === "sse") return { target: { transport: word } };
  return unknownWord(place, "transport", ["http", "sse"]);
}

/** A channel's platform is one of three. */
function checkPlatform(
  entry: Place,
  _slug: string,
  report: Report,
): { readonly target: Target } | Fault {
  const platform = oneOf(entry, "platform", ["slack", "teams", "email"], report);
  return isFault(platform) ? platform : { target: { platform: platform.text } };
}
