import { expect, test } from "vitest";
import { readSavedCall } from "../../../src/analysis/simulation/read-saved-call.ts";

test("a failure that is not the record's is not taken for a bad line", () => {
  const record = {
    get connector(): string {
      throw new RangeError("out of stack");
    },
  };
  expect(() => readSavedCall(record, { file: "calls.jsonl", line: 1 })).toThrow("out of stack");
});
