import type { Kysely } from "kysely";
import { recordSightings, type Sighting, type WitnessedBy } from "./approvals/sighting.ts";
import { takeTurn } from "./decisions/log-chain.ts";
import { groupCommit } from "./group-commit.ts";
import { forgetDeliveries } from "./retention.ts";
import type { StoreContext } from "./store-context.ts";
import type { StoreTables } from "./tables.ts";
import { withTimeLimit } from "./time-limit.ts";
import { markDue } from "./work/mark-due.ts";
import type { WorkSubject } from "./work/work-subject.ts";

/** What is kept of a webhook delivery, and what it sets off. */
export interface Delivery {
  /** GitHub's delivery id; a redelivery has the same. */
  readonly id: string;
  readonly event: string;
  readonly action?: string;
  readonly installationId?: number;
  /** To be judged because of it. */
  readonly subjects: readonly WorkSubject[];
  /** What it witnessed. */
  readonly sightings: readonly Sighting[];
}

/** The door for webhooks: what went through it is never lost and never counted twice. */
export interface DeliveryInbox {
  /**
   * Inserts the delivery, makes its subjects due under a new generation and records its sightings, in one
   * transaction that is on disk when this resolves; deliveries that come at the same time share it. `duplicate`: it was accepted before, and nothing is written.
   * A database that goes away meanwhile is tried again until the limit of the store.
   *
   * Rejects when the store cannot write it or does not answer within the limit of the store, so that the webhook is
   * answered with an error and can be delivered again.
   */
  accept(delivery: Delivery): Promise<"accepted" | "duplicate">;
  /** Those of the delivery ids that were never accepted, in the given order. */
  missing(deliveryIds: readonly string[]): Promise<readonly string[]>;
  /**
   * Forgets some of the deliveries that were accepted more than `days` days ago, the oldest first; returns how many. 0:
   * none is left.
   */
  forgetOlderThan(days: number): Promise<number>;
}

/** Groups of deliveries under way at the same time, where the database locks row by row: one that waits is not all. */
const FLIGHTS = 4;
const MOST_TOGETHER = 50;

/** The delivery inbox of a store. */
export function deliveryInbox(context: StoreContext): DeliveryInbox {
  const accept = groupCommit({
    write: (deliveries: readonly Delivery[]) => acceptTogether(context, deliveries),
    isAway: context.isAway,
    flights: context.locksRows ? FLIGHTS : 1,
    most: MOST_TOGETHER,
  });
  return {
    accept: (delivery) =>
      withTimeLimit(context.acceptLimitMs, accept(delivery, context.acceptLimitMs)),
    missing: async (deliveryIds) => {
      const known = new Set<string>();
      // A database limits the parameters of one statement.
      for (let start = 0; start < deliveryIds.length; start += 500) {
        const rows = await context.db
          .selectFrom("delivery")
          .select("delivery_id")
          .where("delivery_id", "in", deliveryIds.slice(start, start + 500))
          .execute();
        for (const row of rows) known.add(row.delivery_id);
      }
      return deliveryIds.filter((id) => !known.has(id));
    },
    forgetOlderThan: (days) => forgetDeliveries(context, days),
  };
}

async function acceptTogether(
  { db, now: clock, due }: StoreContext,
  deliveries: readonly Delivery[],
): Promise<readonly ("accepted" | "duplicate")[]> {
  const accepted = await db.transaction().execute(async (transaction) => {
    if (deliveries.some(isVoteByButton)) await takeTurn(transaction);
    const now = await clock(transaction);
    const isNew = await insertNew(transaction, deliveries, now);
    await markDue(
      transaction,
      isNew.flatMap(({ subjects }) => subjects),
      now,
    );
    await recordSightings(transaction, isNew.flatMap(witnessed), now);
    return new Set(isNew);
  });
  if ([...accepted].some(({ subjects }) => subjects.length > 0)) due.signal();
  return deliveries.map((delivery) => (accepted.has(delivery) ? "accepted" : "duplicate"));
}

function isVoteByButton({ sightings }: Delivery): boolean {
  return sightings.some(({ kind }) => kind === "override-button");
}

function witnessed({ id, sightings }: Delivery): readonly WitnessedBy[] {
  return sightings.map((sighting) => ({ sighting, deliveryId: id }));
}

/** Inserts the deliveries that were never accepted before; those. Of two with one id the first is new. */
async function insertNew(
  db: Kysely<StoreTables>,
  deliveries: readonly Delivery[],
  now: number,
): Promise<readonly Delivery[]> {
  const byId = new Map<string, Delivery>();
  for (const delivery of deliveries) if (!byId.has(delivery.id)) byId.set(delivery.id, delivery);
  const distinct = [...byId.values()];
  const rows = distinct.map((delivery) => ({
    delivery_id: delivery.id,
    event: delivery.event,
    action: delivery.action ?? null,
    installation_id: delivery.installationId ?? null,
    received_at: now,
  }));
  const inserted = await db
    .insertInto("delivery")
    // In one order for all, so that two instances never wait for each other's rows.
    .values(rows.toSorted((a, b) => (a.delivery_id < b.delivery_id ? -1 : 1)))
    .onConflict((conflict) => conflict.column("delivery_id").doNothing())
    .returning("delivery_id")
    .execute();
  const ids = new Set(inserted.map(({ delivery_id }) => delivery_id));
  return distinct.filter(({ id }) => ids.has(id));
}
