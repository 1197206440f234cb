import { expect, test } from "vitest";
import { failureReason } from "../../src/storage/failure-reason.ts";

const refused = (address: string): Error => new Error(`connect ECONNREFUSED ${address}:5432`);

test.each([
  ["an error", new Error("disk full"), "disk full"],
  ["text", "no answer", "no answer"],
  [
    "the errors of a host with several addresses",
    new AggregateError([refused("::1"), refused("127.0.0.1"), refused("127.0.0.1")]),
    "connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432",
  ],
])("%s has a reason", (_name, thrown, reason) => {
  expect(failureReason(thrown)).toBe(reason);
});
