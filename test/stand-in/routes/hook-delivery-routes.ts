import { linkHeader, withQuery } from "../pagination.ts";
import { Refusal } from "../refusal.ts";
import { type Call, integer, type Route, required } from "../route.ts";
import type { Delivery, Webhooks } from "../webhooks.ts";
import type { Json } from "../world.ts";

/** What GitHub remembers of its deliveries, and the way to have one again. */
export function hookDeliveryRoutes(webhooks: Webhooks): readonly Route[] {
  const find = (call: Call): Delivery =>
    required(
      webhooks.deliveries.find(({ id }) => id === integer(call, "delivery_id")),
      () => new Refusal(404, "Not Found"),
    );
  return [
    {
      kind: "app",
      method: "GET",
      path: "/app/hook/deliveries",
      needs: [],
      handle: (call) => listDeliveries(call, webhooks.deliveries),
    },
    {
      kind: "app",
      method: "GET",
      path: "/app/hook/deliveries/{delivery_id}",
      needs: [],
      handle: (call) => {
        const delivery = find(call);
        return {
          status: 200,
          body: {
            ...deliveryJson(delivery),
            request: { headers: delivery.headers, payload: JSON.parse(delivery.body) },
            response: { headers: {}, payload: delivery.responseBody },
          },
        };
      },
    },
    {
      kind: "app",
      method: "POST",
      path: "/app/hook/deliveries/{delivery_id}/attempts",
      needs: [],
      handle: (call) => {
        void webhooks.redeliver(find(call).id);
        return { status: 202, body: {} };
      },
    },
  ];
}

/** Newest first, by cursor: the cursor is the id after which the page starts. */
function listDeliveries(
  call: Call,
  deliveries: readonly Delivery[],
): { status: number; body: Json[]; headers: Record<string, string> } {
  const cursor = Number(call.query.get("cursor")?.replace(/^v1_/, "") ?? Number.POSITIVE_INFINITY);
  if (Number.isNaN(cursor)) throw new Refusal(422, "Invalid cursor");
  const perPage = Math.min(Number(call.query.get("per_page") ?? 30), 100);
  const wanted = call.query.get("status");
  const done = deliveries
    .filter(({ status }) => status !== "waiting")
    .filter(({ status }) => wanted === null || (status === "OK") === (wanted === "success"))
    .filter(({ id }) => id < cursor)
    .toReversed();
  const page = done.slice(0, perPage);
  const last = page.at(-1);
  const more = last !== undefined && done.length > perPage;
  return {
    status: 200,
    body: page.map(deliveryJson),
    headers: linkHeader(more ? [["next", withQuery(call, "cursor", `v1_${last.id}`)]] : []),
  };
}

function deliveryJson(delivery: Delivery): Json {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: delivery.deliveredAt,
    redelivery: delivery.redelivery,
    duration: delivery.duration,
    status: delivery.status,
    status_code: delivery.statusCode,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installationId,
    repository_id: delivery.repositoryId,
    throttled_at: null,
  };
}
