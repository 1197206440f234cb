import { readCorpusText } from "../../src/analysis/simulation/read-corpus.ts";
import { simulate } from "../../src/analysis/simulation/simulate.ts";
import { reviewMarkdown } from "../../src/report/review/comment.ts";
import type { ManifestFiles } from "../../src/review/manifest-files.ts";
import type { OwnerName } from "../../src/review/owner.ts";
import type { Person } from "../../src/review/person.ts";
import { projectChange } from "../../src/review/project-change.ts";
import { readGateConfig } from "../../src/review/read-gate-config.ts";
import { type Review, reviewChange } from "../../src/review/review-change.ts";
import { ownersFile, supportDesk } from "../github/support-desk.ts";

/** The comment on the worked example's pull request as people see it: folded, in a quotation, without its last line. */
export function exampleComment(): string {
  const context = { baseSha: "0".repeat(12), headSha: "1".repeat(12), branch: "main", redact: [] };
  const text = reviewMarkdown(exampleReview(), context, 200);
  const seen = text
    .slice(0, text.lastIndexOf("</details>") + "</details>".length)
    .replace(/<details><summary>(.*?)<\/summary>[\s\S]*?<\/details>\s*/g, "▸ $1\\\n")
    .replace(/\\\n$/, "")
    .replace(/\n{3,}/g, "\n\n");
  return seen.replace(/^/gm, "> ").replace(/^> $/gm, ">");
}

/** Nora's pull request with Lena's commit, before anybody approves. */
function exampleReview(): Review {
  const change = projectChange({
    name: "kortix.yaml",
    base: manifest(supportDesk("kortix.yaml")),
    head: manifest(supportDesk("kortix.moved.yaml")),
  });
  const { value: config } = readGateConfig({ path: "countersign.yml", text: ownersFile });
  if (config === undefined || !change.base.policy || !change.head.policy) {
    throw new Error("the worked example cannot be read");
  }
  const calls = readCorpusText({ path: "desk.jsonl", text: supportDesk("calls.jsonl") });
  const simulation = simulate(change.base.policy, change.head.policy, calls);
  const lena = person(1, "lena");
  return reviewChange({
    projects: [{ change, simulation }],
    baseConfig: { kind: "read", config, diagnostics: [] },
    headConfig: { kind: "read", config, diagnostics: [] },
    author: person(2, "nora"),
    commits: [
      {
        sha: "1".repeat(40),
        author: lena,
        committer: lena,
        coAuthors: [],
        parents: [],
        cleanMerge: false,
      },
    ],
    pushers: [],
    reviews: [],
    resolve: (owner: OwnerName) => ({ kind: "team", owner, id: 1, members: [person(3, "maria")] }),
    now: 0,
  });
}

function manifest(text: string): ManifestFiles {
  return { root: "kortix.yaml", files: [{ path: "kortix.yaml", text }], faults: [] };
}

function person(id: number, login: string): Person {
  return { id, login, kind: "user" };
}
