import type { GitHubClient, Repository } from "../client.ts";
import type { Fenced } from "./fence.ts";

/** Everything that a write needs: whom to speak for, where, and the fence in front of it. */
export interface Publisher {
  readonly github: GitHubClient;
  readonly repository: Repository;
  /** The GitHub App's own id: what another app wrote is never ours. */
  readonly appId: number;
  readonly fence: Fenced;
}
