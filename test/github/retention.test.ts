import { expect, test, vi } from "vitest";
import { startRetention } from "../../src/github/retention.ts";

test("old deliveries are forgotten in portions, then it rests; a store that is away is asked again", async () => {
  const answers: (number | Error)[] = [500, 3, new Error("away"), 0];
  const asked: number[] = [];
  const errors: unknown[] = [];
  const retention = startRetention({
    inbox: {
      forgetOlderThan: async (days) => {
        asked.push(days);
        const answer = answers.shift() ?? 0;
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    days: 30,
    restMs: 20,
    betweenMs: 1,
    onError: (error) => errors.push(error),
  });
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(4), 5_000);
  await retention.stop();
  const { length } = asked;
  expect(errors).toEqual([new Error("away")]);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(asked).toEqual(Array(length).fill(30));
});
