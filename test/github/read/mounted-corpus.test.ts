import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  type MountedCorpusFile,
  readMountedCorpus,
} from "../../../src/github/read/mounted-corpus.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "countersign-mount-")));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const repository = { id: 4711, owner: "Acme", repo: "Desk" };

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** The files that are found, or what is said. */
async function read(...globs: readonly string[]): Promise<readonly string[] | string> {
  const corpus = await readMountedCorpus(root, repository, globs);
  if (corpus.kind === "files") return corpus.files.map(({ path }) => path);
  const { path, because, help } = corpus.fault;
  return [`${path} ${because}`, ...(help === undefined ? [] : [help])].join("; ");
}

async function only(glob: string): Promise<MountedCorpusFile> {
  const corpus = await readMountedCorpus(root, repository, [glob]);
  if (corpus.kind === "fault" || corpus.files[0] === undefined) throw new Error("no such file");
  return corpus.files[0];
}

async function text(file: MountedCorpusFile): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.chunks()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const own = { "Acme/Desk/repository-id": "4711\n" };

describe("the mounted saved calls of a repository", () => {
  test("are the files below its folder that a glob names, each once", async () => {
    write({
      ...own,
      "Acme/Desk/calls/b.jsonl": "b",
      "Acme/Desk/calls/a.jsonl": "a",
      "Acme/Desk/x.csv": "",
    });
    expect(await read("calls/*.jsonl", "**/a.jsonl")).toEqual([
      "mounted:calls/a.jsonl",
      "mounted:calls/b.jsonl",
    ]);
    expect(await read()).toEqual([]);
  });

  test("are read as often as they are needed, and it is known what they held", async () => {
    write({ ...own, "Acme/Desk/a.jsonl": "{}\n" });
    const file = await only("a.jsonl");
    expect(() => file.fact()).toThrow("was not read to its end");
    expect(await text(file)).toBe("{}\n");
    expect(await text(file)).toBe("{}\n");
    const sha256 = createHash("sha256").update("{}\n").digest("hex");
    expect(file.fact()).toEqual({ path: "mounted:a.jsonl", bytes: 3, sha256 });
  });

  test("are found whatever the case of the folder's name, which GitHub does not tell apart", async () => {
    write({ "acme/desk/repository-id": "4711", "acme/desk/a.jsonl": "" });
    expect(await read("a.jsonl")).toEqual(["mounted:a.jsonl"]);
  });

  test("are never those of a repository that had the name before", async () => {
    write({ "Acme/Desk/repository-id": "42", "Acme/Desk/a.jsonl": "" });
    expect(await read("a.jsonl")).toBe(
      "mounted:a.jsonl cannot be read: the folder `Acme/Desk` below `CORPUS_ROOT` does not say that it belongs to this repository; whoever runs the app writes `4711` into its file `repository-id`",
    );
    write({ "acme/desk/repository-id": "4711", "acme/desk/a.jsonl": "" });
    expect(await read("a.jsonl")).toEqual(["mounted:a.jsonl"]);
  });

  test("belong to nobody while nothing says whose they are", async () => {
    write({ "Acme/Desk/a.jsonl": "" });
    expect(await read("a.jsonl")).toContain("does not say that it belongs to this repository");
  });

  test.each<[string, () => string | undefined, string]>([
    ["no folder is mounted", () => undefined, "no folder is mounted for the app"],
    ["the mount is gone", () => join(root, "gone"), "the folder of `CORPUS_ROOT` is not there"],
    [
      "the repository has no folder",
      () => root,
      "there is no folder `Acme/Desk` below `CORPUS_ROOT`",
    ],
  ])("are said to be missing where %s", async (_, folder, because) => {
    expect(await readMountedCorpus(folder(), repository, ["a.jsonl"])).toMatchObject({
      kind: "fault",
      fault: { path: "mounted:a.jsonl", because: expect.stringContaining(because) },
    });
  });

  test("are said to be missing where one of the globs names none", async () => {
    write({ ...own, "Acme/Desk/a.jsonl": "" });
    expect(await read("a.jsonl", "b/*.jsonl")).toBe(
      "mounted:b/*.jsonl are not there: no mounted file has such a name",
    );
  });

  test("never lie behind a link", async () => {
    write({ ...own, "Acme/Other/repository-id": "1", "Acme/Other/secret.jsonl": "secret" });
    symlinkSync("../Other/secret.jsonl", join(root, "Acme/Desk/file.jsonl"));
    symlinkSync("../Other", join(root, "Acme/Desk/folder"));
    expect(await read("file.jsonl")).toBe("mounted:file.jsonl are no regular file");
    expect(await read("folder/*.jsonl")).toContain("are not there");
    expect(await read("folder")).toBe("mounted:folder are no regular file");
    symlinkSync("Desk", join(root, "Acme/Link"));
    expect(
      await readMountedCorpus(root, { ...repository, repo: "Link" }, ["a.jsonl"]),
    ).toMatchObject({
      kind: "fault",
      fault: { because: expect.stringContaining("there is no folder") },
    });
  });

  test("are not read where a file became a link since it was looked for, or something in front of it", async () => {
    write({
      ...own,
      "Acme/Other/a.jsonl": "secret",
      "Acme/Desk/a.jsonl": "",
      "Acme/Desk/b/a.jsonl": "",
    });
    const [file, deeper] = [await only("a.jsonl"), await only("b/a.jsonl")];
    rmSync(join(root, "Acme/Desk/a.jsonl"));
    symlinkSync("../Other/a.jsonl", join(root, "Acme/Desk/a.jsonl"));
    await expect(text(file)).rejects.toThrow("ELOOP");
    rmSync(join(root, "Acme/Desk/b"), { recursive: true });
    symlinkSync("../Other", join(root, "Acme/Desk/b"));
    await expect(text(deeper)).rejects.toThrow("`mounted:b/a.jsonl` is no regular file any more");
  });

  test("must not change while they are read", async () => {
    write({ ...own, "Acme/Desk/a.jsonl": "before" });
    const file = await only("a.jsonl");
    await text(file);
    write({ "Acme/Desk/a.jsonl": "after" });
    await expect(text(file)).rejects.toThrow("`mounted:a.jsonl` changed while it was read");
  });

  test("are limited in all they come to", async () => {
    write({ ...own, "Acme/Desk/a.jsonl": "", "Acme/Desk/b.jsonl": "" });
    truncateSync(join(root, "Acme/Desk/a.jsonl"), 1_073_741_824);
    expect(await read("a.jsonl")).toEqual(["mounted:a.jsonl"]);
    write({ "Acme/Desk/b.jsonl": "1" });
    expect(await read("*.jsonl")).toBe(
      "mounted:*.jsonl come to more than 1 GiB, all mounted files together; compact them: `countersign corpus compact`",
    );
  });
});
