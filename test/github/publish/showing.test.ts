import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showing } from "../../../src/github/publish/showing.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

test("an answer can be seen since its first write was sent, and others do not count", () => {
  const { begin, onSent, forMs } = showing();
  onSent();
  vi.advanceTimersByTime(1_000);
  begin();
  vi.advanceTimersByTime(300);
  onSent();
  vi.advanceTimersByTime(20);
  onSent();
  vi.advanceTimersByTime(5);
  expect(forMs()).toBe(25);
});

test("an answer that was shown before needs no time", () => {
  const { begin, onSent, forMs } = showing();
  onSent();
  begin();
  vi.advanceTimersByTime(300);
  expect(forMs()).toBe(0);
});
