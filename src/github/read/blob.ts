import { Lru } from "toad-cache";
import type { GitHubClient, Repository } from "../client.ts";
import type { TreeEntry } from "./repository-tree.ts";

/** GitHub's blob endpoint serves up to this many bytes. */
const blobLimit = 100 * 1024 * 1024;
const cachedSize = 1024 * 1024;

/** Small blobs by repository id and SHA. A SHA never changes its content, so nothing expires. */
const cache = new Lru<Buffer>(256);

/** Reads the bytes of a blob. An empty answer for a file that is not empty is an error, as is a size that differs. */
export async function readBlob(
  github: GitHubClient,
  repository: Repository,
  { path, sha, size }: TreeEntry,
): Promise<Buffer> {
  const key = `${repository.id}/${sha}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  if (size !== undefined && size > blobLimit)
    throw new Error(`\`${path}\` has ${size} bytes; GitHub serves files up to 100 MB`);
  const { data } = await github.rest.git.getBlob({
    owner: repository.owner,
    repo: repository.repo,
    file_sha: sha,
  });
  const bytes = Buffer.from(data.content, data.encoding === "base64" ? "base64" : "utf8");
  const named = size ?? data.size ?? bytes.length;
  if (bytes.length !== named || bytes.length !== (data.size ?? named)) {
    throw new Error(`GitHub sent ${bytes.length} of the ${named} bytes of \`${path}\``);
  }
  if (bytes.length <= cachedSize) cache.set(key, bytes);
  return bytes;
}
