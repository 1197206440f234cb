import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { documentMarkdown } from "../../../src/report/document/document-markdown.ts";
import { reviewCheckRun } from "../../../src/report/review/check-run.ts";
import {
  commentMarker,
  reviewComment,
  reviewMarkdown,
} from "../../../src/report/review/comment.ts";
import { reviewDetails } from "../../../src/report/review/review-details.ts";
import { cases, context } from "./cases.ts";

const folder = join(process.cwd(), "fixtures/report");

describe.each(Object.entries(cases))("%s", (name, review) => {
  const comment = reviewComment(review, context);
  const { summary, annotations, ...checkRun } = reviewCheckRun(review, context);

  test("has this comment", async () => {
    await expect(comment).toMatchFileSnapshot(join(folder, name, "comment.md"));
  });

  test("has this check run", async () => {
    const text = `${JSON.stringify({ ...checkRun, annotations }, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot(join(folder, name, "check-run.json"));
  });

  test("says the same in the check run as in the comment", () => {
    expect(comment).toBe(`${commentMarker}\n${summary}`);
  });

  test("is a success exactly when the verdict is open, or overridden", () => {
    expect(checkRun.conclusion === "success").toBe(
      ["open", "overridden"].includes(review.verdict.kind),
    );
  });
});

describe("a report of so many rows", () => {
  const swap = cases["a-swap-of-two-rules"];
  const several = cases["several-connectors"];

  test("is the comment's where they are enough", () => {
    if (swap === undefined) throw new Error("there is no such case");
    expect(`${commentMarker}\n${reviewMarkdown(swap, context, 200)}`).toBe(
      reviewComment(swap, context),
    );
  });

  test("says of each list how many there are beside them", () => {
    if (several === undefined) throw new Error("there is no such case");
    const text = reviewMarkdown(several, context, 2);
    expect(text).toContain("7 classes of calls wait for a person today and would run");
    expect(text.match(/^- and 5 more$/gm)).toHaveLength(2);
  });
});

describe("the parts of a report", () => {
  test("hold at most so many changes, the most dangerous first, and say how many more there are", () => {
    const several = cases["several-connectors"];
    if (several === undefined) throw new Error("there is no such case");
    const [every] = reviewDetails(several, context, 3);
    const text = documentMarkdown(every?.blocks ?? []);
    expect(text.match(/hold → run/g)).toHaveLength(3);
    expect(text).not.toContain("hold → block");
    expect(text).toContain("- and 11 more");
  });

  test("ask the saved calls of all changes, so that none is counted for another one", () => {
    const swap = cases["a-swap-of-two-rules"];
    if (swap === undefined) throw new Error("there is no such case");
    const [every] = reviewDetails(swap, context, 1);
    expect(documentMarkdown(every?.blocks ?? [])).toContain("seen in 1 of 10 saved calls");
  });
});
