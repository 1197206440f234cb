import type { GitHubClient, Repository } from "../client.ts";
import { blobCache } from "./blob-cache.ts";
import type { TreeEntry } from "./repository-tree.ts";

/** GitHub's blob endpoint serves up to this many bytes. */
const blobLimit = 100 * 1024 * 1024;
const mostKeptBytes = 256 * 1024 * 1024;

/** Blobs by repository id and SHA, so that each is fetched once. A SHA never changes its content, so nothing expires. */
const cache = blobCache(mostKeptBytes);

/** Whether GitHub serves a blob of that size. */
export function isServed({ size }: Pick<TreeEntry, "size">): boolean {
  return size === undefined || size <= blobLimit;
}

/** Reads the bytes of a blob. An empty answer for a file that is not empty is an error, as is a size that differs. */
export async function readBlob(
  github: GitHubClient,
  repository: Repository,
  entry: TreeEntry,
): Promise<Buffer> {
  const key = `${repository.id}/${entry.sha}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const bytes = await fetchBlob(github, repository, entry);
  cache.set(key, bytes);
  return bytes;
}

/** The same without keeping it. */
export async function fetchBlob(
  github: GitHubClient,
  repository: Repository,
  entry: TreeEntry,
): Promise<Buffer> {
  const { path, sha, size } = entry;
  if (!isServed(entry)) {
    throw new Error(`\`${path}\` has ${size} bytes; GitHub serves files up to 100 MB`);
  }
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
  return bytes;
}
