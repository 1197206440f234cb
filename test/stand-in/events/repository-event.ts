import { accountJson, organizationJson } from "../json/account-json.ts";
import { repositoryJson } from "../json/repository-json.ts";
import type { Account, Organization, Repository } from "../state.ts";
import type { Json, WebhookEvent, World } from "../world.ts";

/** A webhook about a repository, with what all of those carry. */
export function repositoryEvent(
  world: World,
  name: string,
  action: string | null,
  repository: Repository,
  sender: Account,
  more: Json,
): WebhookEvent {
  const organization = world.state.organizations.get(repository.owner.id);
  return {
    name,
    action,
    repository,
    payload: {
      ...(action === null ? {} : { action }),
      ...more,
      repository: repositoryJson(world, repository),
      ...(organization === undefined
        ? {}
        : { organization: organizationJson(world, organization) }),
      sender: accountJson(world, sender),
    },
  };
}

/** A webhook about an organization. */
export function organizationEvent(
  world: World,
  name: string,
  action: string,
  organization: Organization,
  sender: Account,
  more: Json,
): WebhookEvent {
  return {
    name,
    action,
    account: organization.account,
    payload: {
      action,
      ...more,
      organization: organizationJson(world, organization),
      sender: accountJson(world, sender),
    },
  };
}
