import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Change } from "../../../src/analysis/diff/change.ts";
import type { Finding } from "../../../src/analysis/findings/finding.ts";
import type { CorpusChange } from "../../../src/analysis/simulation/corpus-change.ts";
import { reviewCheckRun } from "../../../src/report/review/check-run.ts";
import { commentMarker, reviewComment } from "../../../src/report/review/comment.ts";
import type { Blocker } from "../../../src/review/blocker.ts";
import { parseOwnerName } from "../../../src/review/owner.ts";
import type { RequirementState } from "../../../src/review/requirement-state.ts";
import type { Review } from "../../../src/review/review-change.ts";
import { judge, refundsRun } from "../../review/scene.ts";
import { context } from "./cases.ts";

const bytes = 60_000;
const bulky = { a: "a", wide: "漢", hidden: "\u202e", backtick: "`", pipe: "|", escape: "\\" };

/** How much of everything a review holds, and of what. */
interface Bulk {
  readonly connectors: number;
  readonly slugLength: number;
  readonly owners: number;
  readonly changes: number;
  readonly undecided: number;
  readonly blockers: number;
  readonly reviews: number;
  readonly people: number;
  readonly text: string;
}

const bulk: fc.Arbitrary<Bulk> = fc.record({
  connectors: fc.constantFrom(1, 20, 100, 300),
  slugLength: fc.constantFrom(4, 128),
  owners: fc.constantFrom(1, 3, 500),
  changes: fc.constantFrom(0, 5, 300),
  undecided: fc.constantFrom(0, 5, 300),
  blockers: fc.constantFrom(0, 0, 5, 100),
  reviews: fc.constantFrom(0, 50),
  people: fc.constantFrom(0, 250),
  text: fc
    .tuple(fc.constantFrom(...Object.values(bulky)), fc.constantFrom(1, 200, 2000))
    .map(([unit, length]) => unit.repeat(length)),
});

/** A review of any bulk; which of its connectors are approved is left to `approved`. */
function review(given: Bulk, approved: (index: number) => boolean = () => false): Review {
  const [state] = judge({}).requirements;
  const [project] = judge({ projects: [refundsRun] }).projects;
  const [change] = refundsRun.diff.changes;
  if (!state || !project || !change) throw new Error("the worked change has one of each");
  const { text } = given;
  const names = Array.from({ length: given.connectors }, (_, index) => slug(index, given));
  const owners = Array.from({ length: given.owners }, (_, index) =>
    parseOwnerName(`@acme/${"t".repeat(90)}-${index}`),
  ).flatMap((owner) => owner ?? []);
  const requirements = names.map(
    (connector, index): RequirementState => ({
      ...state,
      requirement: { ...state.requirement, connector },
      status: approved(index) ? "approved" : "waiting",
      groups: state.groups.map((group) => ({ ...group, group: { ...group.group, owners } })),
    }),
  );
  const changes = Array.from(
    { length: given.changes },
    (): Change => ({
      ...change,
      region: { path: text, except: [text], conditions: [text] },
      witness: { connector: "stripe", action: text, args: { [text]: text } },
    }),
  );
  const undecided = Array.from({ length: given.undecided }, () => ({
    connector: text,
    reason: text,
    identity: text,
  }));
  const blockers = Array.from(
    { length: given.blockers },
    (): Blocker => ({ kind: "dropped", message: text, help: text }),
  );
  const diff = { changes, undecided, complete: false };
  const person = (id: number) => ({ id, login: text, kind: "user" as const });
  const on = names.filter((_, index) => !approved(index));
  return {
    verdict:
      blockers.length > 0
        ? { kind: "closed-by-change", blockers }
        : on.length > 0
          ? { kind: "waiting", on }
          : { kind: "open", approved: names },
    projects: [
      {
        change: { ...project.change, diff },
        simulation: undefined,
        findings: Array.from({ length: given.undecided }, (_, index) => ({
          remark: { ...finding(text), message: `${text} ${index}` },
          standing: index % 2 === 0,
          ignoredBy: undefined,
        })),
        diagnostics: [],
      },
    ],
    suppressionFindings: [finding(text)],
    mounted: names.map((path) => ({ path, bytes: 1, sha256: text })),
    specs: names.map((connector) => ({
      kind: "unreadable",
      manifest: text,
      connector,
      path: text,
      side: "after",
      because: text,
      identity: text,
    })),
    corpus: { kind: "compared", change: lostCalls(given) },
    catalogue: {
      kind: "compared",
      differences: Array.from({ length: given.changes }, (_, index) => ({
        kind: "action" as const,
        connector: "stripe",
        action: `${text}${index}`,
        from: "write" as const,
        to: "absent" as const,
      })),
    },
    override: {
      inForce: undefined,
      waiting: [],
      needed: 2,
      refused: [],
      given: Array.from({ length: given.reviews }, (_, id) => ({
        reviewId: id,
        requestedBy: person(id),
        confirmedBy: [person(id)],
        reason: text,
        headSha: "a".repeat(40),
        digest: "",
        expiresAt: 0,
      })),
      wasOnHead: false,
    },
    config: { ownerEntries: [], settings: [{ key: text, from: text, to: text }] },
    configRemarks: [],
    blockers,
    requirements,
    contributors: {
      people: new Map(
        Array.from({ length: given.people }, (_, id) => [
          id,
          { person: person(id), because: text },
        ]),
      ),
      unattributed: [],
    },
    reviews: Array.from({ length: given.reviews }, (_, id) => ({
      review: { id, reviewer: person(id), state: "approved" as const, submittedAt: 0 },
      countsFor: [],
      ignored: [{ connector: undefined, because: { kind: "stale" as const } }],
    })),
    expiresAt: undefined,
  };
}

function finding(text: string): Finding {
  return { id: "rule-covered", severity: "warning", message: text, why: text, help: text };
}

function lostCalls({ changes, text }: Bulk): CorpusChange {
  const lost = Array.from({ length: Math.min(changes, 100) }, (_, line) => ({
    saved: {
      kind: "call" as const,
      call: { connector: "stripe", action: text },
      count: 1,
      file: text,
      line,
    },
    from: 1,
    to: 0,
    unpinned: [],
  }));
  return {
    added: { calls: changes, weight: changes },
    pinned: 0,
    lostCalls: changes,
    lost,
    digest: changes === 0 ? undefined : "a",
    unmet: [],
    badLines: { count: 0, first: [] },
    tooMany: false,
  };
}

function slug(index: number, { slugLength }: Pick<Bulk, "slugLength">): string {
  return `c${index}${"x".repeat(slugLength)}`.slice(0, Math.max(slugLength, 4));
}

const most: Bulk = {
  connectors: 300,
  slugLength: 128,
  owners: 500,
  changes: 300,
  undecided: 300,
  blockers: 0,
  reviews: 50,
  people: 250,
  text: bulky.hidden.repeat(500),
};

describe("a comment and a check run", () => {
  test("fit into what GitHub takes, and name each connector that keeps the gate closed", () => {
    fc.assert(
      fc.property(bulk, fc.nat(3), (given, every) => {
        const judged = review(given, (index) => every > 0 && index % 4 < every);
        const { summary, title, minimalSummary } = reviewCheckRun(judged, context);
        const comment = `${commentMarker}\n${summary}`;
        expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(bytes);
        expect(title.length).toBeLessThanOrEqual(250);
        expect(minimalSummary.length).toBeLessThanOrEqual(1000);
        if (judged.verdict.kind !== "waiting") return;
        const named = new Set(comment.match(/`c\d+x*`/g) ?? []);
        expect(judged.verdict.on.filter((name) => !named.has(`\`${name}\``))).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  test("of the largest review of all name each connector and where the rest can be read", () => {
    const comment = reviewComment(review(most), context);
    expect(comment).toContain(`\`${slug(299, most)}\``);
    expect(comment).toContain("`countersign review` in a checkout shows it");
    expect(comment).not.toContain("<details>");
  });

  test("of a review whose table is too long name each connector in a sentence", () => {
    const comment = reviewComment(review({ ...most, connectors: 400 }), context);
    expect(comment).not.toContain("| connector |");
    expect(new Set(comment.match(/`c\d+x*`/g)).size).toBe(400);
    expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(bytes);
  });

  test("of a review that no name fits into say how many there are", () => {
    const judged = review({ ...most, connectors: 1000 });
    const comment = reviewComment(judged, context);
    const named = new Set(comment.match(/`c\d+x*`/g) ?? []).size;
    expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(bytes);
    expect(named).toBeGreaterThan(300);
    expect(comment).toContain(`and ${1000 - named} more`);
  });

  test("of a large review that must be mended still say so", () => {
    const judged = review({ ...most, connectors: 1000, blockers: 100 });
    const comment = reviewComment(judged, context);
    expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(bytes);
    expect(comment).toContain("### Closed: 100 things to mend first");
  });

  test("are shortened only as far as must be", () => {
    const small = { ...most, text: "x", changes: 30, undecided: 0, people: 2, reviews: 0 };
    const whole = reviewComment(review({ ...small, connectors: 3, owners: 2 }), context);
    expect(whole.match(/for example/g)?.length).toBe(31);
    const many = { ...small, connectors: 3, owners: 2, changes: 300, text: "word ".repeat(5) };
    const rows = reviewComment(review(many), context);
    expect(rows).toContain("300 classes of calls wait for a person today");
    expect(rows).toContain("- and 250 more");
    const withoutOwners = reviewComment(review({ ...small, connectors: 200 }), context);
    expect(withoutOwners).not.toContain("@acme/");
    expect(withoutOwners).toContain("⏳ waiting");
  });

  test("name what is approved in one row where room is short", () => {
    const judged = review({ ...most, text: "x" }, (index) => index >= 200);
    expect(reviewComment(judged, context)).toContain("| 100 more | ✅ approved |");
  });

  test("never cut an owner's name, which could be another one's", () => {
    const comment = reviewComment(review({ ...most, text: "x", connectors: 5 }), context);
    const mentions = comment.match(/@acme\/[\w-]*/g) ?? [];
    expect(mentions.length).toBeGreaterThan(0);
    for (const mention of mentions) expect(mention).toMatch(/^@acme\/t{90}-\d+$/);
    expect(comment).toContain("and 490 more");
  });
});
