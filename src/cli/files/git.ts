import { execFile, spawn } from "node:child_process";
import { visible } from "../../policy/source/visible-text.ts";
import { unreadable } from "../command-error.ts";

const largestAnswer = 64 * 1024 * 1024;

/** git's answer to a question about the repository round `cwd`. Rejects with git's first line when it refuses. */
export function git(cwd: string, args: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    execFile(
      "git",
      [...args],
      { cwd, env: environment(), encoding: "buffer", maxBuffer: largestAnswer, windowsHide: true },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(gitFault(error, stderr.toString("utf8")));
      },
    );
  });
}

/** The same as text on one line, without its line feed. */
export async function gitLine(cwd: string, args: readonly string[]): Promise<string> {
  return (await git(cwd, args)).toString("utf8").replace(/\r?\n$/, "");
}

/** The bytes of a blob as they come, however many there are. */
export async function* gitBlob(
  cwd: string,
  oid: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const child = spawn("git", ["cat-file", "blob", oid], {
    cwd,
    env: environment(),
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  let complaint = "";
  child.stderr.on("data", (chunk: Buffer) => {
    complaint += chunk.toString("utf8").slice(0, 1000 - complaint.length);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  // Whoever reads may stop early; then nobody awaits this.
  ended.catch(() => undefined);
  try {
    yield* child.stdout;
    if ((await ended) !== 0) throw gitFault(undefined, complaint);
  } finally {
    child.kill();
  }
}

/** Asks nobody, writes nothing, fetches nothing, and takes a path as the text that it is. */
function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    GIT_LITERAL_PATHSPECS: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    LC_ALL: "C",
  };
}

function gitFault(error: { readonly code?: unknown } | undefined, complaint: string): Error {
  if (error?.code === "ENOENT") return unreadable("git is not installed, or the folder is gone");
  const [line = ""] = complaint.split("\n").filter((text) => text.trim() !== "");
  const said = line.replace(/^(fatal|error): /, "");
  return unreadable(`git says: \`${visible(said === "" ? "nothing" : said, 200)}\``);
}
