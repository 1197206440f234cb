import { quoted } from "../policy/source/visible-text.ts";
import type { ReportFault } from "./config-fault.ts";
import { fallbackKey } from "./gate-config.ts";
import { type OwnerName, parseOwnerName } from "./owner.ts";

const slug = /^[a-z0-9][a-z0-9_-]{0,127}$/;

/** Reads who owns what, connector by connector; what cannot be read is a fault. */
export function readOwners(
  written: ReadonlyMap<string, readonly string[]>,
  report: ReportFault,
): ReadonlyMap<string, readonly OwnerName[]> {
  return new Map(
    [...written].map(([connector, names]) => {
      if (connector !== fallbackKey && !slug.test(connector)) {
        const message = `${quoted(connector)} cannot name a connector`;
        const help = "write the slug as the manifest does, or `*`";
        report(["owners", connector], { message, help, at: "key" });
      }
      const read = names.flatMap((name, index) => {
        const owner = parseOwnerName(name);
        if (owner !== undefined) return [owner];
        const message = `${quoted(name)} cannot name an owner`;
        const help = "write `@user`, `@organization/team`, or `bot:ID` for a bot, in quotes";
        report(["owners", connector, index], { message, help });
        return [];
      });
      return [connector, read] as const;
    }),
  );
}
