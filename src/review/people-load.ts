import type { ConnectorHolds, HoldCount, Holds } from "../analysis/simulation/holds.ts";
import type { Simulation } from "../analysis/simulation/simulation.ts";
import type { Tally } from "../analysis/simulation/tally.ts";
import { ownersFor } from "./config-change.ts";
import type { GateConfig } from "./gate-config.ts";
import { type OwnerName, ownerKey } from "./owner.ts";

/** How many calls wait for people, before a change and after it, as the saved calls tell. */
export interface PeopleLoad extends Pick<Holds, "days" | "others" | "undated"> {
  readonly connectors: readonly ConnectorLoad[];
  /** Each owner with all that they own: what several may answer counts for each of them. The largest change first. */
  readonly owners: readonly OwnerLoad[];
  /** Calls that cannot be decided, and so are not counted. */
  readonly undecided: Tally;
}

/** The held calls of one connector, and who answers for it. */
export interface ConnectorLoad extends ConnectorHolds {
  /** Its owners, else those of `*`; nobody when there are none. */
  readonly owners: readonly OwnerName[];
}

/** The held calls of all connectors of one owner. */
export interface OwnerLoad extends HoldCount {
  readonly owner: OwnerName;
}

/** Says whom the held calls of a simulation wait for, by the configuration of the trust branch. Nothing of it bears on a verdict. */
export function peopleLoad(
  { holds, indeterminate }: Pick<Simulation, "holds" | "indeterminate">,
  config: GateConfig | undefined,
): PeopleLoad {
  const { days, others, undated } = holds;
  const connectors = holds.connectors.map((counted) => ({
    ...counted,
    owners: ownersFor(config, counted.connector),
  }));
  return {
    days,
    others,
    undated,
    connectors,
    owners: byOwner(connectors),
    undecided: indeterminate,
  };
}

function byOwner(connectors: readonly ConnectorLoad[]): readonly OwnerLoad[] {
  const loads = new Map<string, OwnerLoad>();
  for (const { owners, before, after } of connectors) {
    for (const [key, owner] of new Map(owners.map((one) => [ownerKey(one), one]))) {
      const known = loads.get(key) ?? { owner, before: 0, after: 0 };
      loads.set(key, { ...known, before: known.before + before, after: known.after + after });
    }
  }
  return [...loads.values()].sort((one, other) => differenceOf(other) - differenceOf(one));
}

function differenceOf({ before, after }: HoldCount): number {
  return Math.abs(after - before);
}
