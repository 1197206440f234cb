import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, vi } from "vitest";

/** A git repository for tests, with one identity and without anybody's configuration. */
export interface GitRepository {
  readonly folder: string;
  /** Writes files of the working tree. */
  write(files: Readonly<Record<string, string>>): void;
  git(...args: readonly string[]): string;
  /** Writes files, and commits all that is there. */
  commit(files: Readonly<Record<string, string>>): void;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Makes an empty repository on branch `main`; it goes when the tests of the file are done. */
export function gitRepository(): GitRepository {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "countersign-cli-")));
  folders.push(folder);
  vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null");
  vi.stubEnv("GIT_CONFIG_SYSTEM", "/dev/null");
  const identity = ["-c", "user.name=Tester", "-c", "user.email=tester@example.com"];
  const git = (...args: readonly string[]): string =>
    execFileSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8", stdio: "pipe" });
  const write: GitRepository["write"] = (files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  git("init", "--quiet", "--initial-branch=main");
  return {
    folder,
    write,
    git,
    commit(files) {
      write(files);
      git("add", "--all");
      git("commit", "--quiet", "--message=change");
    },
  };
}
