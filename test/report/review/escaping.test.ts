import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCorpusText } from "../../../src/analysis/simulation/read-corpus.ts";
import { simulate } from "../../../src/analysis/simulation/simulate.ts";
import { reviewComment } from "../../../src/report/review/comment.ts";
import type { Person } from "../../../src/review/person.ts";
import { type Review, reviewChange } from "../../../src/review/review-change.ts";
import type { ReviewFact } from "../../../src/review/review-fact.ts";
import { change, config, judge, manifest, owners } from "../../review/scene.ts";
import { context } from "./cases.ts";
import { outsideCode, tableWidths } from "./outside-code.ts";

/** Texts that would do something if they stood in a comment as they are. */
const hostile = [
  "@acme/all",
  "@acme/finance",
  "@everybody",
  "#12",
  "GH-12",
  "acme/support-desk#12",
  "a|b|c",
  "\\|",
  "`",
  "``",
  "` @acme/all `",
  "`` ` @acme/all",
  "\\` @acme/all",
  "<img src=x onerror=alert(1)>",
  "</details></details>",
  "<!-- countersign -->",
  "<script>",
  "&lt;b&gt;",
  "[click](https://evil.example)",
  "![x](https://evil.example/x.png)",
  "https://evil.example",
  "www.evil.example",
  "mailto:maria@acme.test",
  "**approved**",
  "_approved_",
  "~~closed~~",
  ":white_check_mark:",
  "✅ approved by maria",
  "x\n| `stripe` | @acme/all | ✅ approved |",
  "x\r\n\r\n# Open: approved",
  "x\n```\n@acme/all",
  "x\u2028@acme/all",
  "\u202e@acme/all\u202c",
  "a\u200bb",
  "\u0000\u0007\u001b[31m",
  "\ud800",
  "$`x`$",
  "$$x$$",
  "abcdef0123456789abcdef0123456789abcdef01",
  " ",
  "-",
  "1. x",
  "> x",
  "    x",
] as const;

const anything = fc.oneof(
  fc.constantFrom(...hostile),
  fc
    .array(fc.constantFrom(...hostile), { minLength: 1, maxLength: 3 })
    .map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(..."`@|\\<>[]()#\n \r*_~!&/:.ab1"), maxLength: 16 }),
);

/** A policy half, in which an agent may call a connector of any name. */
function granting(slug: string): string {
  return `kortix_version: 2\nagents: { support: { connectors: [${slug}] } }\n`;
}

/** A pull request that waits for the owners of a connector whose name is the text. */
function waitingFor(text: string): Review {
  const projects = [change(granting("stripe"), granting(JSON.stringify(text)))];
  return judge({ projects, config: owners });
}

/** A pull request in which every place that somebody else fills holds the same text. */
function poisoned(text: string): Review {
  const quoted = JSON.stringify(text);
  const rules = `policies:
  - { match: ${quoted}, action: always_run }
  - { match: stripe.pay, action: always_run, conditions: [{ arg: reason, match: ${quoted} }] }
  - { match: ${quoted}, action: ${quoted} }
`;
  const head = `${manifest().replace(/policies:\n/, rules)}${quoted}: 1
agents: { ${quoted}: { connectors: [${quoted}, stripe] } }
`;
  const half = (slug: string) => `${granting(slug)}${rules}`;
  const changes = [
    change(manifest(), head, text),
    change(half("stripe"), half(quoted), "half.yaml"),
    change(manifest(), {
      root: undefined,
      files: [],
      faults: [{ path: text, because: "is a symlink" }],
    }),
  ];
  const call = { connector: "stripe", action: text, args: { reason: text }, expect: "block" };
  const projects = changes.map((each) => {
    const { base, head: after } = each;
    const corpus = readCorpusText({ path: text, text: JSON.stringify(call) });
    const simulation =
      base.policy && after.policy ? simulate(base.policy, after.policy, corpus) : undefined;
    return { change: each, simulation };
  });
  const headConfig = `${owners}redact: [${JSON.stringify(`x${text}`)}]\ncorpus: ${JSON.stringify(`x${text}.jsonl`)}\n`;
  const person = (id: number): Person => ({ id, login: text, kind: id === 9 ? "bot" : "user" });
  const review = (id: number, state: ReviewFact["state"]): ReviewFact => ({
    id,
    reviewer: person(id),
    state,
    submittedAt: id,
    witness: { headSha: text, state: "approved", digests: new Map([["stripe", "other"]]) },
  });
  return reviewChange({
    projects,
    baseConfig: config(owners),
    headConfig: config(headConfig),
    corpusFaults: [{ path: text, because: `are in \`${text}\``, help: `move \`${text}\`` }],
    mounted: [{ path: text, bytes: 1, sha256: text }],
    specs: [
      {
        kind: "compared",
        manifest: text,
        connector: text,
        differences: [
          { kind: "action", connector: text, action: text, from: "absent", to: "read" },
        ],
      },
      {
        kind: "unreadable",
        manifest: text,
        connector: "stripe",
        path: text,
        side: "after",
        because: `it says \`${text}\``,
        identity: text,
      },
    ],
    author: person(1),
    commits: [
      {
        sha: text,
        author: null,
        committer: person(2),
        coAuthors: [person(3)],
        parents: [],
        cleanMerge: false,
      },
    ],
    pushers: [person(4)],
    reviews: [
      review(1, "approved"),
      review(5, "approved"),
      review(6, "dismissed"),
      review(9, "approved"),
    ],
    resolve: (owner) =>
      owner.text === "@acme/finance"
        ? { kind: "team", owner, id: 1, members: [person(5), person(7)] }
        : { kind: "unknown", owner, because: `the team is now called \`${text}\`` },
    now: 10,
  });
}

/** What may stand outside of code beside words: the owners of the trust branch, and our own frame. */
const ownersThere = /(?<![\w@/])@acme\/(?:finance|support|security)(?![\w/-])/g;
const frame = /^<!-- countersign -->$|<\/?details>|<\/?summary>/g;

/** What means something to GitHub: mentions and code, tags, entities, links, addresses, references, invisible characters. */
const meanings = [
  /[@`]/,
  /<[a-z!/?]/i,
  /&[#\w]+;/,
  /\]\(|!\[|\]:/,
  /https?:|www\.|mailto:|evil/,
  /(?:^|\W)#\d|GH-\d/,
  /[\p{C}\p{Zl}\p{Zp}]/u,
];

function checkHarmless(markdown: string): void {
  const lines = outsideCode(markdown);
  const bare = lines.map((line) =>
    line.replace(frame, "").replace(ownersThere, "").replace(/\\./g, ""),
  );
  for (const meaningful of meanings) {
    expect(bare.filter((line) => meaningful.test(line))).toEqual([]);
  }
  expect(lines.filter((line) => line.includes("<!--"))).toEqual(["<!-- countersign -->"]);
  expect(lines.filter((line) => /✅/.test(line))).toEqual([]);
  // An escaped tag is text.
  const tags = lines.map((line) => line.replace(/\\./g, ""));
  const count = (tag: string) => tags.filter((line) => line.includes(tag)).length;
  expect(count("<details>")).toBe(count("</details>"));
}

describe("nothing that somebody else wrote means anything to GitHub", () => {
  test.each(hostile)("%j", (text) => {
    checkHarmless(reviewComment(poisoned(text), context));
  });

  test.each(hostile.filter((text) => text.trim() !== ""))("as a connector's name: %j", (text) => {
    const review = waitingFor(text);
    expect(review.verdict).toMatchObject({
      kind: "waiting",
      on: expect.arrayContaining([text.trim()]),
    });
    checkHarmless(reviewComment(review, context));
  });

  test("whatever it is", () => {
    fc.assert(
      fc.property(anything, (text) => {
        checkHarmless(reviewComment(poisoned(text), { ...context, branch: text }));
      }),
      { numRuns: 60, examples: [["</details></details>`"]] },
    );
  });

  test.each(hostile)("adds no row and no cell to a table: %j", (text) => {
    const review = poisoned(text);
    const widths = tableWidths(reviewComment(review, context));
    const owners = widths.filter((width) => width === 3);
    expect(owners).toHaveLength(review.requirements.length + 2);
    // The owners, the load on people, the changes.
    expect(widths.filter((width) => ![3, 4, 5].includes(width))).toEqual([]);
  });
});

test("owners that only the pull request names are told nothing", () => {
  const review = poisoned("x");
  const taken = reviewChange({
    projects: [],
    baseConfig: config(owners),
    headConfig: config(owners.replaceAll(/@acme\/\w+/g, "@acme/everybody")),
    author: { id: 1, login: "nora", kind: "user" },
    commits: [],
    pushers: [],
    reviews: [],
    resolve: (owner) => ({ kind: "team", owner, id: 1, members: [] }),
    now: 0,
  });
  expect(review.requirements.length).toBeGreaterThan(0);
  const comment = reviewComment(taken, context);
  expect(comment).toContain("`@acme/everybody`");
  checkHarmless(comment);
});
