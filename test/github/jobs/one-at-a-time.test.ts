import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { oneAtATime } from "../../../src/github/jobs/one-at-a-time.ts";

test("tasks of one key follow each other, those of another key do not wait, and an error stays with its task", async () => {
  const seen: string[] = [];
  const task = (name: string, ms: number) => async (): Promise<string> => {
    seen.push(`${name} begins`);
    await sleep(ms);
    seen.push(`${name} ends`);
    if (name === "second") throw new Error(name);
    return name;
  };
  const first = oneAtATime("a", task("first", 20));
  const second = oneAtATime("a", task("second", 1));
  const third = oneAtATime("a", task("third", 1));
  const other = oneAtATime("b", task("other", 1));
  expect(await Promise.allSettled([first, second, third, other])).toMatchObject([
    { value: "first" },
    { reason: { message: "second" } },
    { value: "third" },
    { value: "other" },
  ]);
  expect(seen.filter((line) => !line.startsWith("other"))).toEqual([
    "first begins",
    "first ends",
    "second begins",
    "second ends",
    "third begins",
    "third ends",
  ]);
  expect(seen.indexOf("other ends")).toBeLessThan(seen.indexOf("first ends"));
});
