import { describe, expect, test } from "vitest";
import { corpusChange } from "../../src/analysis/simulation/corpus-change.ts";
import { readCorpusText } from "../../src/analysis/simulation/read-corpus.ts";
import { reviewMarkdown } from "../../src/report/review/comment.ts";
import type { CorpusFact } from "../../src/review/corpus-fact.ts";
import type { Review } from "../../src/review/review-change.ts";
import { context } from "../report/review/cases.ts";
import {
  approvals,
  change,
  config,
  judge,
  manifest,
  nothingChanges,
  owners,
  type Scene,
} from "./scene.ts";

const refund = '{"connector":"stripe","action":"create_refund","args":{"reason":"x"}}';
const deletion = '{"connector":"stripe","action":"delete_customer","args":{},"expect":"block"}';

async function corpus(
  base: readonly string[],
  head: readonly string[],
  most?: number,
): Promise<CorpusFact> {
  const source = (lines: readonly string[]) =>
    async function* () {
      yield* readCorpusText({ path: "calls.jsonl", text: lines.join("\n") });
    };
  const policies = [nothingChanges.head.policy].flatMap((policy) => policy ?? []);
  return {
    kind: "compared",
    change: await corpusChange(source(base), source(head), policies, most),
  };
}

function reviewed(assets: Scene["assets"], more: Partial<Scene> = {}): Review {
  return judge({ projects: [nothingChanges], assets, ...more });
}

const asked = ({ requirements }: Review): readonly string[] =>
  requirements.map(({ requirement, status }) => `${requirement.connector}: ${status}`);

describe("a pull request that changes the saved calls", () => {
  test("asks the fallback owners for what it loses, and says which calls", async () => {
    const fact = await corpus([refund, deletion], [refund]);
    const review = reviewed({ corpus: fact });
    expect(asked(review)).toEqual(["*: waiting"]);
    const text = reviewMarkdown(review, context, 200);
    expect(text).toContain(
      "1 saved call would be lost or say less, so the fallback owners are asked:",
    );
    expect(text).toContain(
      "`stripe.delete_customer` (`calls.jsonl:2`) is gone, is pinned to block no more",
    );
    expect(asked(reviewed({ corpus: fact }, { reviews: approvals("sven") }))).toEqual([
      "*: approved",
    ]);
  });

  test("asks nobody for what it adds, and says how much", async () => {
    const review = reviewed({ corpus: await corpus([], [refund, refund.replace("x", "y")]) });
    expect(review.verdict).toEqual({ kind: "open", approved: [] });
    expect(reviewMarkdown(review, context, 200)).toContain(
      "Added: 2 saved calls. Nobody is asked for that.",
    );
  });

  test("asks nobody for a decision that it pins anew and that holds", async () => {
    const holds = deletion.replace("block", "hold");
    const review = reviewed({ corpus: await corpus([], [holds]) });
    expect(review.verdict.kind).toBe("open");
    expect(reviewMarkdown(review, context, 200)).toContain(
      "Added: 1 saved call, 1 pinned decision.",
    );
  });

  test("has another identity when it loses something else", async () => {
    const digest = async (base: readonly string[], head: readonly string[]) =>
      reviewed({ corpus: await corpus(base, head) }).requirements[0]?.digest;
    const once = await digest([refund, deletion], [refund]);
    expect(await digest([deletion, refund], [refund])).toBe(once);
    expect(await digest([refund, deletion], [deletion])).not.toBe(once);
  });

  test.each([
    [
      "a line that cannot be read",
      [refund],
      [refund, "{"],
      /`calls.jsonl:2` holds no saved call: /,
    ],
    ["several", [refund], ["{", "x", refund], /, and 1 more like it$/],
    [
      "a pin that does not hold",
      [refund],
      [refund, deletion.replace("block", "run")],
      /is pinned to run in `calls.jsonl:2` and would be hold/,
    ],
  ])("is closed by %s", async (_, base, head, message) => {
    const review = reviewed({ corpus: await corpus(base, head) }, { reviews: approvals("sven") });
    expect(review.verdict.kind).toBe("closed-by-change");
    expect(review.blockers).toMatchObject([{ message: expect.stringMatching(message) }]);
  });

  test("is closed by a line without advice of its own", async () => {
    const fact = await corpus([], [refund]);
    if (fact.kind !== "compared") throw new Error("compared");
    const badLines = {
      count: 1,
      first: [{ kind: "bad-line", file: "a", line: 1, reason: "is odd" }],
    } as const;
    const review = reviewed({ corpus: { kind: "compared", change: { ...fact.change, badLines } } });
    expect(review.blockers).toMatchObject([
      { kind: "corpus", help: "mend the line, or remove it" },
    ]);
  });

  test("is closed where there are too many calls, or a file is none", async () => {
    const many = await corpus([refund, deletion], [], 1);
    expect(reviewed({ corpus: many }).blockers).toEqual([
      { kind: "corpus", message: "there are too many different saved calls to compare" },
    ]);
    const link = {
      kind: "unreadable",
      path: "calls.jsonl",
      because: "are no regular file",
    } as const;
    expect(reviewed({ corpus: link }).blockers).toEqual([
      { kind: "corpus", message: "the saved calls in `calls.jsonl` are no regular file" },
    ]);
  });
});

describe("a pull request that changes the catalogue", () => {
  const file = (text: string) => ({ path: "actions.json", text });
  const before = file('{"stripe":{"delete_customer":"destructive"}}');

  test("asks the fallback owners, and says whose risk changes", () => {
    const head = file('{"stripe":{"delete_customer":"read"},"github":{}}');
    const review = reviewed({ catalogues: { base: before, head } });
    expect(asked(review)).toEqual(["*: waiting"]);
    const text = reviewMarkdown(review, context, 200);
    expect(text).toContain("The catalogue of actions says 2 things differently");
    expect(text).toContain("`stripe.delete_customer`: destructive → read");
    expect(text).toContain("`github`: any action → these alone");
  });

  test("asks nobody where it means the same", () => {
    const head = file('{"stripe": {"delete_customer": "destructive"}}');
    expect(reviewed({ catalogues: { base: before, head } }).verdict.kind).toBe("open");
    expect(reviewed({ catalogues: { base: before, head: before } }).verdict.kind).toBe("open");
  });

  test("asks for all of one that comes, goes, or could not be read before", () => {
    expect(asked(reviewed({ catalogues: { head: before } }))).toEqual(["*: waiting"]);
    const gone = reviewed({ catalogues: { base: before } });
    expect(asked(gone)).toEqual(["*: waiting"]);
    expect(reviewMarkdown(gone, context, 1)).toContain("`stripe`: these actions alone → any");
    const broken = { base: file("["), head: before };
    expect(asked(reviewed({ catalogues: broken }))).toEqual(["*: waiting"]);
  });

  test("is closed where it cannot be read any more", () => {
    const gone = { path: "actions.json", because: "is not there" };
    const review = reviewed({ catalogues: { base: before, head: gone } });
    expect(review.blockers).toEqual([
      {
        kind: "catalogue",
        message: "the catalogue `actions.json` cannot be read: the file is not there",
        help: "name a file that is there as `catalog`",
      },
    ]);
  });
});

describe("saved calls that cannot be read", () => {
  const large = {
    path: "calls.jsonl",
    because: "are larger than the 100 MB that GitHub serves",
  };
  const help = "compact them (`countersign corpus compact`)";

  test("close the gate, and say what to do", () => {
    const mounted = {
      path: "mounted:a.jsonl",
      because: "cannot be read: no folder is mounted for the app",
    };
    const review = reviewed({ corpusFaults: [{ ...large, help }, mounted] });
    expect(review.verdict.kind).toBe("closed-by-change");
    expect(review.blockers).toEqual([
      { kind: "corpus", message: `the saved calls in \`calls.jsonl\` ${large.because}`, help },
      {
        kind: "corpus",
        message:
          "the saved calls in `mounted:a.jsonl` cannot be read: no folder is mounted for the app",
      },
    ]);
  });

  test("close it where a pull request brings them", () => {
    const review = reviewed({ corpus: { kind: "unreadable", ...large, help } });
    expect(review.blockers).toMatchObject([{ kind: "corpus", help }]);
  });

  test("ask the fallback owners where a pull request takes them away, because nobody knows what is lost", async () => {
    const unread = (sha: string) => [{ ...large, help, sha }];
    const lost = await corpus([], []);
    if (lost.kind === "unreadable") throw new Error("not compared");
    const review = reviewed({ corpus: { ...lost, unreadBefore: unread("a") } });
    expect(asked(review)).toEqual(["*: waiting"]);
    expect(reviewMarkdown(review, context, 200)).toContain(
      "The saved calls in `calls.jsonl` are larger than the 100 MB that GitHub serves, so nobody knows which of them would be lost, and the fallback owners are asked.",
    );
    const other = reviewed({ corpus: { ...lost, unreadBefore: unread("b") } });
    expect(other.requirements[0]?.digest).not.toBe(review.requirements[0]?.digest);
    const more = { ...(await corpus([refund], [])), unreadBefore: unread("a") } as CorpusFact;
    expect(reviewMarkdown(reviewed({ corpus: more }), context, 200)).toContain(
      "1 saved call would be lost or say less",
    );
  });
});

test("a report says which saved calls outside of the repository it speaks of", () => {
  const mounted = [{ path: "mounted:calls/a.jsonl", bytes: 4200, sha256: "0".repeat(64) }];
  expect(reviewMarkdown(reviewed({ mounted }), context, 200)).toContain(
    `- \`mounted:calls/a.jsonl\`, 4200 bytes, SHA-256 \`${"0".repeat(64)}\``,
  );
});

test("a saved call says no more of its arguments than any other", async () => {
  const secret =
    '{"connector":"stripe","action":"create_refund","args":{"reason":"x","card":"4242"}}';
  const conditional = manifest().replace(
    "policies:\n",
    'policies:\n  - { match: "stripe.create_refund", action: block, conditions: [{ arg: reason, match: fraud }, { arg: card, match: "1" }] }\n',
  );
  const review = judge({
    projects: [change(conditional, conditional)],
    config: owners,
    assets: { corpus: await corpus([secret], []) },
  });
  const text = reviewMarkdown(review, { ...context, redact: ["card"] }, 200);
  expect(text).toContain('`stripe.create_refund` with `card` (not shown), `reason` `"x"`');
  expect(text).not.toContain("4242");
  expect(config(owners).kind).toBe("read");
});
