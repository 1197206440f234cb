import type { Route } from "../route.ts";
import type { Webhooks } from "../webhooks.ts";
import { appRoutes } from "./app-routes.ts";
import { checkRunRoutes } from "./check-run-routes.ts";
import { commentRoutes } from "./comment-routes.ts";
import { commitRoutes } from "./commit-routes.ts";
import { contentRoutes } from "./content-routes.ts";
import { gitRoutes } from "./git-routes.ts";
import { hookDeliveryRoutes } from "./hook-delivery-routes.ts";
import { issueRoutes } from "./issue-routes.ts";
import { pullRoutes } from "./pull-routes.ts";
import { reviewRoutes } from "./review-routes.ts";
import { ruleRoutes } from "./rule-routes.ts";
import { statusRoutes } from "./status-routes.ts";
import { teamRoutes } from "./team-routes.ts";
import { userRoutes } from "./user-routes.ts";

/** Every endpoint that the stand-in serves. */
export function routeTable(webhooks: Webhooks): readonly Route[] {
  return [
    ...appRoutes,
    ...hookDeliveryRoutes(webhooks),
    ...gitRoutes,
    ...contentRoutes,
    ...commitRoutes,
    ...pullRoutes,
    ...reviewRoutes,
    ...commentRoutes,
    ...issueRoutes,
    ...checkRunRoutes,
    ...statusRoutes,
    ...teamRoutes,
    ...userRoutes,
    ...ruleRoutes,
  ];
}
