import { expect, test } from "vitest";
import { describeStores, FakeClock, openForTest, storeFactories } from "./store-factories.ts";

const dayMs = 86_400_000;
const weekly = { configSha: "a", everyMs: 7 * dayMs };

describeStores(storeFactories, "reports of approvals", ({ create }) => {
  test("are due at once, then a period after the last, and taken by one instance alone", async () => {
    const clock = new FakeClock();
    const { weekReports } = await openForTest(create(), { now: clock.now });
    expect(await weekReports.configSha(42)).toBeUndefined();
    expect(await weekReports.take(42)).toBeUndefined();
    await weekReports.schedule(42, weekly);
    expect(await weekReports.configSha(42)).toBe("a");
    const first = clock.now();
    expect(await weekReports.take(42)).toEqual({ issueNumber: undefined, after: 0 });
    expect(await weekReports.take(42)).toBeUndefined();
    await weekReports.posted(42, 7);
    clock.pass(7 * dayMs - 1);
    expect(await weekReports.take(42)).toBeUndefined();
    clock.pass(1);
    expect(await weekReports.take(42)).toEqual({ issueNumber: 7, after: first });
    expect(await weekReports.take(43)).toBeUndefined();
  });

  test("are due again when whoever took one never posted it, and are the same report then", async () => {
    const clock = new FakeClock();
    const { weekReports } = await openForTest(create(), { now: clock.now });
    await weekReports.schedule(42, weekly);
    await weekReports.take(42);
    clock.pass(3_600_000);
    expect(await weekReports.take(42)).toEqual({ issueNumber: undefined, after: 0 });
    await weekReports.postpone(42);
    clock.pass(dayMs - 1);
    expect(await weekReports.take(42)).toBeUndefined();
    clock.pass(1);
    expect(await weekReports.take(42)).toEqual({ issueNumber: undefined, after: 0 });
  });

  test("follow the configuration, from the last one that was posted on", async () => {
    const clock = new FakeClock();
    const { weekReports } = await openForTest(create(), { now: clock.now });
    await weekReports.schedule(42, weekly);
    await weekReports.take(42);
    await weekReports.posted(42, 7);
    await weekReports.schedule(42, { configSha: "b", everyMs: dayMs });
    clock.pass(dayMs);
    expect(await weekReports.take(42)).toMatchObject({ issueNumber: 7 });
    await weekReports.posted(42, 8);
    await weekReports.schedule(42, { configSha: "c", everyMs: undefined });
    clock.pass(30 * dayMs);
    expect(await weekReports.take(42)).toBeUndefined();
    expect(await weekReports.configSha(42)).toBe("c");
  });
});
