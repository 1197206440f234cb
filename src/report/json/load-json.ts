import type { HoldCount } from "../../analysis/simulation/holds.ts";
import type { Tally } from "../../analysis/simulation/tally.ts";
import type { PeopleLoad } from "../../review/people-load.ts";

/** How many calls wait for people, before and after the change, in a JSON report. With `days`, times 7 / `days` is a week's. */
export interface LoadJson {
  /** Over how many days the counted calls were made; absent: that is not known, and every call is counted. */
  readonly days?: number;
  /** By slug; connectors without a held call are left out. */
  readonly connectors: readonly ConnectorLoadJson[];
  /** Held calls of connectors that were too many to be told apart. */
  readonly others: HoldCount;
  /** What several owners may answer counts for each of them. */
  readonly owners: readonly OwnerLoadJson[];
  /** Saved calls without a time, which are not counted while others have one. */
  readonly undated: Tally;
  /** Saved calls that cannot be decided, which are not counted. */
  readonly undecided: Tally;
}

/** The held calls of one connector. */
export interface ConnectorLoadJson extends HoldCount {
  readonly connector: string;
  readonly owners: readonly string[];
}

/** The held calls of all connectors of one owner. */
export interface OwnerLoadJson extends HoldCount {
  readonly owner: string;
}

/** The load on people for a JSON report. */
export function loadJson({
  days,
  connectors,
  others,
  owners,
  undated,
  undecided,
}: PeopleLoad): LoadJson {
  return {
    ...(days === undefined ? {} : { days }),
    connectors: connectors.map((one) => ({ ...one, owners: one.owners.map(({ text }) => text) })),
    others,
    owners: owners.map(({ owner, before, after }) => ({ owner: owner.text, before, after })),
    undated,
    undecided,
  };
}
