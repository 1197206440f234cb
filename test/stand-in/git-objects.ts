import { createHash } from "node:crypto";

/** File modes that git knows. */
export type Mode = "100644" | "100755" | "120000" | "160000" | "040000";

/** One entry of a tree object. */
export interface TreeEntry {
  readonly mode: Mode;
  readonly name: string;
  readonly sha: string;
}

/** Who, by which address, when (ISO 8601, whole seconds, UTC). */
export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly date: string;
}

interface BlobObject {
  readonly kind: "blob";
  readonly sha: string;
  readonly bytes: Uint8Array;
}

export interface TreeObject {
  readonly kind: "tree";
  readonly sha: string;
  readonly entries: readonly TreeEntry[];
}

export interface CommitObject {
  readonly kind: "commit";
  readonly sha: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

export type GitObject = BlobObject | TreeObject | CommitObject;

/** The objects of one fork network, by id. Append-only, as in git. */
export type Objects = Map<string, GitObject>;

/** The id that `git hash-object -t KIND` gives for these bytes. */
function hashObject(kind: GitObject["kind"], body: Uint8Array): string {
  return createHash("sha1").update(`${kind} ${body.length}\0`).update(body).digest("hex");
}

/** Stores a blob and returns its id. */
export function writeBlob(objects: Objects, bytes: Uint8Array): string {
  const sha = hashObject("blob", bytes);
  if (!objects.has(sha)) objects.set(sha, { kind: "blob", sha, bytes });
  return sha;
}

/** Stores a tree, its entries in git's order, and returns its id. */
export function writeTree(objects: Objects, entries: readonly TreeEntry[]): string {
  const sorted = entries.toSorted((a, b) => Buffer.compare(sortKey(a), sortKey(b)));
  const body = Buffer.concat(
    sorted.flatMap(({ mode, name, sha }) => [
      Buffer.from(`${mode.replace(/^0/, "")} ${name}\0`),
      Buffer.from(sha, "hex"),
    ]),
  );
  const sha = hashObject("tree", body);
  objects.set(sha, { kind: "tree", sha, entries: sorted });
  return sha;
}

/** Stores a commit and returns it. The message is kept to the byte; git ends it with a line feed, and so does this. */
export function writeCommit(
  objects: Objects,
  fields: Omit<CommitObject, "kind" | "sha">,
): CommitObject {
  const message = fields.message.endsWith("\n") ? fields.message : `${fields.message}\n`;
  const body = Buffer.from(
    [
      `tree ${fields.tree}`,
      ...fields.parents.map((parent) => `parent ${parent}`),
      `author ${signatureLine(fields.author)}`,
      `committer ${signatureLine(fields.committer)}`,
      "",
      message,
    ].join("\n"),
  );
  const commit: CommitObject = { ...fields, kind: "commit", sha: hashObject("commit", body) };
  objects.set(commit.sha, commit);
  return commit;
}

/** The commit with this id; throws when there is none, because only a mistake of the stand-in leads here. */
export function commitOf(objects: Objects, sha: string): CommitObject {
  const object = objects.get(sha);
  if (object?.kind !== "commit") throw new Error(`no commit ${sha}`);
  return object;
}

/** The tree with this id; throws when there is none. */
export function treeOf(objects: Objects, sha: string): TreeObject {
  const object = objects.get(sha);
  if (object?.kind !== "tree") throw new Error(`no tree ${sha}`);
  return object;
}

/** The bytes of a blob; throws when there is none. */
export function bytesOf(objects: Objects, sha: string): Uint8Array {
  const object = objects.get(sha);
  if (object?.kind !== "blob") throw new Error(`no blob ${sha}`);
  return object.bytes;
}

/** git sorts a folder as if its name ended with a slash. */
function sortKey({ mode, name }: TreeEntry): Buffer {
  return Buffer.from(mode === "040000" ? `${name}/` : name);
}

function signatureLine({ name, email, date }: Signature): string {
  return `${name} <${email}> ${Math.floor(Date.parse(date) / 1000)} +0000`;
}
