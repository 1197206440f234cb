const channelSlugs: Readonly<Record<string, string>> = {
  email: "kortix_email",
  slack: "kortix_slack",
  teams: "kortix_teams",
};

/**
 * The slug under which grants are compared. Kortix semantics: a channel's public name equals its reserved slug in agents'
 * grants, and only there; rules and declarations see slugs as they are written.
 */
export function canonicalSlug(slug: string): string {
  return (Object.hasOwn(channelSlugs, slug) ? channelSlugs[slug] : undefined) ?? slug;
}
