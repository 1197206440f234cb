import { quoted } from "../policy/source/visible-text.ts";
import type { ReportFault } from "./config-fault.ts";
import type { BreakGlass } from "./gate-config.ts";
import type { GateConfigText } from "./gate-config-schema.ts";
import { parseOwnerName } from "./owner.ts";
import { readDuration } from "./read-duration.ts";

const defaultTtl = "4h";

/** An override for longer is no emergency but another owner. */
const longestTtl = 24 * 3_600_000;

/** Reads who may override the gate: a team, because one person never can. Undefined, with a fault, when it names none. */
export function readBreakGlass(
  { team, ttl = defaultTtl }: NonNullable<GateConfigText["break_glass"]>,
  report: ReportFault,
): BreakGlass | undefined {
  const milliseconds = readDuration(ttl, ["break_glass", "ttl"], report);
  if (milliseconds > longestTtl) {
    const message = `an override may count for at most a day, and ${quoted(ttl)} is longer`;
    report(["break_glass", "ttl"], { message, help: "write 24h or less" });
  }
  const owner = parseOwnerName(team);
  if (owner?.kind === "team") return { team: owner, ttl: milliseconds };
  const message = `${quoted(team)} cannot name a team`;
  report(["break_glass", "team"], { message, help: "write `@organization/team`, in quotes" });
  return undefined;
}
