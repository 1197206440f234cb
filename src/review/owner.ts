/** An owner as the gate's configuration names one: `@acme/finance` is a team, `@maria` a user, `bot:29139614` a bot. */
export type OwnerName =
  | { readonly kind: "bot"; readonly text: string; readonly id: number }
  | { readonly kind: "team"; readonly text: string; readonly org: string; readonly slug: string }
  | { readonly kind: "user"; readonly text: string; readonly login: string };

/** A login may end in an enterprise's short name, `maria_acme`. A bot's login is no owner: a bot is named by its id. */
const user = /^@([A-Za-z0-9][A-Za-z0-9_-]{0,38})$/;
const team = /^@([A-Za-z0-9][A-Za-z0-9-]{0,38})\/([A-Za-z0-9_][A-Za-z0-9_.-]{0,99})$/;
const bot = /^bot:([1-9][0-9]{0,14})$/;

/**
 * Reads an owner's name. GitHub's logins and team slugs ignore case, so the parts come back in lower case; `text` is
 * the name as written. Undefined when it is neither `@user`, `@organization/team` nor `bot:ID`.
 */
export function parseOwnerName(text: string): OwnerName | undefined {
  const [, org, slug] = team.exec(text) ?? [];
  if (org !== undefined && slug !== undefined) {
    return { kind: "team", text, org: org.toLowerCase(), slug: slug.toLowerCase() };
  }
  const id = bot.exec(text)?.[1];
  if (id !== undefined) return { kind: "bot", text, id: Number(id) };
  const login = user.exec(text)?.[1];
  return login === undefined ? undefined : { kind: "user", text, login: login.toLowerCase() };
}

/** The name in the form in which two names of one owner are equal. */
export function ownerKey(owner: OwnerName): string {
  switch (owner.kind) {
    case "team":
      return `@${owner.org}/${owner.slug}`;
    case "user":
      return `@${owner.login}`;
    case "bot":
      return owner.text;
  }
}

/** The keys of several owners as a set: sorted, each once. Equal exactly when two lists name the same owners. */
export function ownerKeys(owners: readonly OwnerName[]): readonly string[] {
  return [...new Set(owners.map(ownerKey))].sort();
}
