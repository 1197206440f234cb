import { quoted } from "../../source/visible-text.ts";
import { describedType } from "./described-type.ts";
import { type Fault, fault } from "./fault.ts";
import { nearWord } from "./near-word.ts";
import { field, isAbsent, type Place } from "./place.ts";

/** What one kind of connector needs and accepts. */
export interface Provider {
  readonly name: string;
  /** Text that it cannot do without: its key, or either of two spellings, the first being the canonical one. */
  readonly required: readonly [string, ...string[]];
  /** Text that it may have. */
  readonly optional: readonly string[];
  /** Types of `auth`: only `none`, all but `oauth1`, or all. */
  readonly auth: "none" | "no-oauth1" | "all";
  readonly headers: boolean;
}

const hosted = { required: ["app"], optional: [], auth: "none", headers: false } as const;
const described = { required: ["spec"], optional: [], auth: "all", headers: true } as const;

const providers: readonly Provider[] = [
  { name: "pipedream", ...hosted },
  { name: "composio", ...hosted },
  { name: "mcp", required: ["url"], optional: [], auth: "no-oauth1", headers: true },
  { name: "openapi", ...described },
  { name: "postman", ...described },
  { name: "graphql", required: ["endpoint"], optional: ["spec"], auth: "no-oauth1", headers: true },
  {
    name: "http",
    required: ["base_url", "baseUrl"],
    optional: ["spec"],
    auth: "all",
    headers: true,
  },
  { name: "channel", required: ["platform"], optional: [], auth: "none", headers: false },
];

/** Reserved slugs and the only provider that each may have. */
const reserved: Readonly<Record<string, string>> = {
  computer: "computer",
  kortix_email: "channel",
  kortix_slack: "channel",
  kortix_teams: "channel",
};

/** Slugs of channels that exist once they are installed, declared or not. */
export function isInstalledChannel(slug: string): boolean {
  return Object.hasOwn(reserved, slug) && reserved[slug] === "channel";
}

/**
 * Reads a connector's `provider`. Kortix semantics: text, trimmed, in any case; `computer` is never declared in a file, and a
 * reserved slug has one provider only.
 */
export function readProvider(entry: Place, slug: string): Provider | Fault {
  const place = field(entry, "provider");
  const { value } = place;
  const names = providers.map(({ name }) => name);
  if (typeof value !== "string") {
    const because = isAbsent(value)
      ? "`provider` is missing"
      : `\`provider\` is ${describedType(value)}, not text`;
    return fault(place, because, `write one of ${names.map((name) => `\`${name}\``).join(", ")}`);
  }
  const word = value.trim().toLowerCase();
  const only = Object.hasOwn(reserved, slug) ? reserved[slug] : undefined;
  if (word === "computer" || only === "computer") {
    return fault(place, "a computer is paired, never declared in the file", "remove the entry");
  }
  if (only !== undefined && only !== word) {
    return fault(
      place,
      `\`${slug}\` is reserved for provider \`${only}\``,
      `write \`provider: ${only}\`, or choose another slug`,
    );
  }
  const provider = providers.find(({ name }) => name === word);
  if (provider !== undefined) return provider;
  const meant = nearWord(word, names);
  const help =
    meant === undefined
      ? `write one of ${names.map((name) => `\`${name}\``).join(", ")}`
      : `did you mean \`${meant}\`?`;
  return fault(place, `unknown provider ${quoted(value)}`, help);
}
