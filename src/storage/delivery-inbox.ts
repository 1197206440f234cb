import { setTimeout as sleep } from "node:timers/promises";
import { recordSighting, type Sighting } from "./approvals/sighting.ts";
import { retryWhileBusy } from "./busy-retry.ts";
import { takeTurn } from "./decisions/log-chain.ts";
import { forgetDeliveries } from "./retention.ts";
import type { StoreContext } from "./store-context.ts";
import { withTimeLimit } from "./time-limit.ts";
import { markDue } from "./work/mark-due.ts";
import { subjectKey, type WorkSubject } from "./work/work-subject.ts";

/** Twenty attempts last longer than the usual limit. */
const PAUSE_MS = 500;

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
   * transaction that is on disk when this resolves. `duplicate`: it was accepted before, and nothing is written.
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

/** The delivery inbox of a store. */
export function deliveryInbox(context: StoreContext): DeliveryInbox {
  return {
    accept: (delivery) => withTimeLimit(context.acceptLimitMs, acceptWhenBack(context, delivery)),
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

/**
 * A webhook that is refused comes again only when somebody asks for it, so a short absence is waited for. Nothing is
 * tried after the limit, when the webhook has been answered.
 */
async function acceptWhenBack(
  context: StoreContext,
  delivery: Delivery,
): Promise<"accepted" | "duplicate"> {
  const limit = performance.now() + context.acceptLimitMs;
  return await retryWhileBusy(
    () => acceptOnce(context, delivery),
    (error) => context.isAway(error) && performance.now() + PAUSE_MS < limit,
    () => sleep(PAUSE_MS),
  );
}

async function acceptOnce(
  { db, now: clock, due }: StoreContext,
  delivery: Delivery,
): Promise<"accepted" | "duplicate"> {
  const accepted = await db.transaction().execute(async (transaction) => {
    if (delivery.sightings.some(({ kind }) => kind === "override-button"))
      await takeTurn(transaction);
    const now = await clock(transaction);
    const inserted = await transaction
      .insertInto("delivery")
      .values({
        delivery_id: delivery.id,
        event: delivery.event,
        action: delivery.action ?? null,
        installation_id: delivery.installationId ?? null,
        received_at: now,
      })
      .onConflict((conflict) => conflict.column("delivery_id").doNothing())
      .returning("delivery_id")
      .executeTakeFirst();
    if (inserted === undefined) return false;
    // In one order for all, so that two deliveries never wait for each other's rows.
    const inOrder = delivery.subjects.toSorted((a, b) => (subjectKey(a) < subjectKey(b) ? -1 : 1));
    for (const subject of inOrder) await markDue(transaction, subject, now);
    for (const sighting of delivery.sightings) {
      await recordSighting(transaction, sighting, delivery.id, now);
    }
    return true;
  });
  if (accepted && delivery.subjects.length > 0) due.signal();
  return accepted ? "accepted" : "duplicate";
}
