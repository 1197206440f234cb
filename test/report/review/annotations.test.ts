import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { annotations } from "../../../src/report/review/annotations.ts";
import type { Review } from "../../../src/review/review-change.ts";
import { change, judge, manifest, owners } from "../../review/scene.ts";
import { cases } from "./cases.ts";

/** Lines and titles, as a list of annotations reads. */
function told(review: Review): readonly string[] {
  return annotations(review).map(
    ({ annotation_level, path, start_line, title }) =>
      `${annotation_level} ${path}:${start_line} ${title}`,
  );
}

describe("annotations", () => {
  test.each(Object.entries(cases))("have the shape that GitHub takes: %s", (_, review) => {
    for (const annotation of annotations(review)) {
      expect(annotation.start_line).toBeGreaterThanOrEqual(1);
      expect(annotation.end_line).toBe(annotation.start_line);
      expect(annotation.path).not.toMatch(/^\/|^$/);
      expect(annotation.title).not.toBe("");
      expect(annotation.message).not.toBe("");
    }
  });

  test("say first what closes the gate, then what is wrong otherwise, then what is decided differently", () => {
    const head = manifest("deny stripe.x", "always_run /(/", "always_run stripe.pay").replace(
      "match: stripe.pay",
      "match: stripe.pay, position: 3",
    );
    const review = judge({
      projects: [change(manifest(), head)],
      headConfig: 'owners: { stripe: ["@acme/finance"] }\n',
    });
    expect(told(review)).toEqual([
      "failure kortix.yaml:6 dropped by the platform",
      "warning kortix.yaml:7 dead-rule",
      "warning .github/countersign.yml:1 gate-config",
      "notice kortix.yaml:8 decided differently",
    ]);
  });

  test("say once what closes the gate and is a remark as well", () => {
    const config = `${owners}findings: { close: [dead-rule] }\n`;
    const review = judge({ projects: [change(manifest(), manifest("always_run /(/"))], config });
    expect(told(review)).toEqual(["failure kortix.yaml:6 closes the gate"]);
  });

  test("are none for what has no line", () => {
    const review = judge({ projects: [change(manifest(), undefined)] });
    expect(told(review)).toEqual([]);
    const remark = { id: "x", severity: "info", message: "x", path: [] } as const;
    expect(told({ ...review, configRemarks: [remark] })).toEqual([]);
    expect(told({ ...review, blockers: [{ kind: "corpus", message: "x" }] })).toEqual([]);
  });

  test("are at most two hundred, what closes the gate first", () => {
    const rules = Array.from({ length: 300 }, (_, index) => `always_run /(${index}/`);
    const projects = [change(manifest(), manifest(...rules, "deny stripe.x"))];
    const all = told(judge({ projects }));
    expect(all).toHaveLength(200);
    expect(all[0]).toBe("failure kortix.yaml:306 dropped by the platform");
  });

  test("hold plain text of a few thousand characters, in which nothing is hidden", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("x".repeat(100_000), "漢".repeat(100_000), "\u202e".repeat(100_000), "a\nb"),
    );
    const [blocker] = cases["to-be-mended"]?.blockers ?? [];
    fc.assert(
      fc.property(text, text, (message, help) => {
        const review = judge({ projects: [] });
        const blockers = blocker === undefined ? [] : [{ ...blocker, message, help }];
        for (const annotation of annotations({ ...review, blockers })) {
          expect(Buffer.byteLength(annotation.message)).toBeLessThan(64 * 1024);
          expect(annotation.message.split("\n").length).toBeLessThanOrEqual(2);
          expect(annotation.message.replaceAll("\n", "")).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
        }
      }),
    );
  });
});
