import { describe, expect, test } from "vitest";
import { contributors } from "../../src/review/contributors.ts";
import { cast, commit } from "./scene.ts";

const webFlow = { id: 19_864_447, login: "web-flow", kind: "user" } as const;

/** Who took part, as `login: how`. */
function told(...[author, commits, pushers]: Parameters<typeof contributors>): readonly string[] {
  const { people } = contributors(author, commits, pushers);
  return [...people.values()].map(({ person, because }) => `${person.login}: ${because}`);
}

describe("who took part in a change", () => {
  test("is whoever opened it, wrote, committed, co-authored or pushed", () => {
    const given = commit("lena", { committer: cast.maria, coAuthors: [cast.frida, cast.sven] });
    expect(told(cast.nora, [given], [cast.sara])).toEqual([
      "nora: opened this pull request",
      "lena: wrote commit `abcdef0`",
      "maria: committed `abcdef0`",
      "frida: is a co-author of commit `abcdef0`",
      "sven: is a co-author of commit `abcdef0`",
      "sara: pushed to this pull request",
    ]);
  });

  test("is told once, with the first way that was found", () => {
    expect(told(cast.nora, [commit("nora"), commit("lena"), commit("lena")], [cast.lena])).toEqual([
      "nora: opened this pull request",
      "lena: wrote commit `abcdef0`",
    ]);
  });

  test("may be a bot", () => {
    expect(told(cast["helper[bot]"], [], [])).toEqual(["helper[bot]: opened this pull request"]);
  });

  test("is nobody for a clean merge, whoever made it, and though its author has no account", () => {
    const merge = commit(null, { committer: cast.maria, cleanMerge: true });
    const taken = contributors(cast.nora, [merge], []);
    expect([...taken.people.keys()]).toEqual([cast.nora.id]);
    expect(taken.unattributed).toEqual([]);
  });

  test("is not GitHub's own account, which commits for whoever writes in the browser", () => {
    const browser = commit("lena", { committer: webFlow });
    expect(told(cast.nora, [browser], [])).toEqual([
      "nora: opened this pull request",
      "lena: wrote commit `abcdef0`",
    ]);
    expect(contributors(cast.nora, [browser], []).unattributed).toEqual([]);
  });
});

describe("a commit is unattributed", () => {
  test.each([
    ["when its author has no account", commit(null, { committer: cast.nora })],
    ["when its committer has no account", commit("nora", { committer: null })],
    ["when GitHub's own account is said to be its author", { ...commit("nora"), author: webFlow }],
  ])("%s", (_, given) => {
    expect(contributors(cast.nora, [given], []).unattributed).toEqual([given.sha]);
  });
});
