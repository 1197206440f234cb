import { describe, expect, test } from "vitest";
import { reviewedTogether } from "../../src/review/reviewed-together.ts";
import { approvals, judge, owners, states, twoConnectors } from "./scene.ts";

const both = { projects: [twoConnectors] };
/** The same change, by the people and the reviews of pull request 1, 2, … */
const pull = (pullNumber: number, scene: Parameters<typeof judge>[0]) => ({
  pullNumber,
  review: judge({ ...both, ...scene }),
});

describe("what several pull requests do together", () => {
  test("is open where each connector is approved on one of them", () => {
    const { review, through } = reviewedTogether(pull(1, { reviews: approvals("maria") }), [
      pull(2, { reviews: approvals("lena") }),
    ]);
    expect(states(review)).toEqual({ helpdesk: "approved", stripe: "approved" });
    expect(review.verdict).toEqual({ kind: "open", approved: ["helpdesk", "stripe"] });
    expect(through).toEqual(
      new Map([
        ["helpdesk", 2],
        ["stripe", 1],
      ]),
    );
  });

  test("waits for what is approved on none", () => {
    const { review } = reviewedTogether(pull(1, { reviews: approvals("maria") }), [
      pull(2, { reviews: approvals("maria") }),
    ]);
    expect(review.verdict).toEqual({ kind: "waiting", on: ["helpdesk"] });
  });

  test("does not add approvals of different pull requests up", () => {
    const config = `${owners}approvals: { required: 2 }\n`;
    const { review } = reviewedTogether(pull(1, { config, reviews: approvals("maria") }), [
      pull(2, { config, reviews: approvals("frida") }),
    ]);
    expect(states(review)).toMatchObject({ stripe: "waiting" });
  });

  test("does not let a pull request's contributor approve on it", () => {
    const { review } = reviewedTogether(
      pull(1, { pushers: ["lena"], reviews: approvals("maria", "lena") }),
      [pull(2, { pushers: ["lena"], reviews: approvals("lena") })],
    );
    expect(states(review)).toEqual({ helpdesk: "waiting", stripe: "approved" });
  });

  test.each([
    [
      "a change request before silence",
      { by: "maria", state: "changes_requested" },
      "changes-requested",
    ],
    ["a stale approval before silence", { by: "maria", of: "another change" }, "waiting"],
  ] as const)("shows %s", (_, review, status) => {
    const { review: together } = reviewedTogether(pull(1, {}), [pull(2, { reviews: [review] })]);
    const stripe = together.requirements.find(
      ({ requirement }) => requirement.connector === "stripe",
    );
    expect(stripe?.status).toBe(status);
    expect([...(stripe?.changesRequestedBy ?? []), ...(stripe?.staleApprovals ?? [])]).toHaveLength(
      1,
    );
  });

  test("is looked at again when the first approval of any of them expires", () => {
    const { review } = reviewedTogether(pull(1, { reviews: [{ by: "maria", at: 5_000 }] }), [
      pull(2, { reviews: [{ by: "lena", at: 1_000 }] }),
    ]);
    expect(review.expiresAt).toBe(judge({ reviews: [{ by: "maria", at: 1_000 }] }).expiresAt);
  });

  test("stays closed by setup, whatever is approved", () => {
    const setup = { config: undefined, headConfig: owners };
    const { review, through } = reviewedTogether(pull(1, setup), [pull(2, setup)]);
    expect(review.verdict.kind).toBe("closed-by-setup");
    expect([...through.values()]).not.toContain(2);
  });

  test("is overridden where one of them is", () => {
    const waiting = pull(1, {});
    const overridden = {
      pullNumber: 2,
      review: { ...waiting.review, verdict: { kind: "overridden" } },
    } as unknown as typeof waiting;
    const { review, through } = reviewedTogether(waiting, [overridden]);
    expect(review.verdict.kind).toBe("overridden");
    expect(through.get("stripe")).toBe(2);
  });

  test("is nothing but what one of them does, where there is only one", () => {
    const alone = pull(1, { reviews: approvals("maria") });
    expect(reviewedTogether(alone, []).review).toEqual(alone.review);
  });
});
