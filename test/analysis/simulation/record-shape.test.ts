import { describe, expect, it } from "vitest";
import { readSavedCall } from "../../../src/analysis/simulation/read-saved-call.ts";
import { recordShape } from "../../../src/analysis/simulation/record-shape.ts";
import { RecordShapes } from "../../../src/analysis/simulation/record-shapes.ts";

describe("the shape of a record", () => {
  it.each([
    ["of a call without an action", ["connector", "args"]],
    ["with a key that is no plain word", ["connector", "action", 'a"b']],
    [
      "with too many keys",
      ["connector", "action", ...Array.from({ length: 30 }, (_, at) => `k${at}`)],
    ],
  ])("is none %s", (_, keys) => {
    expect(recordShape(keys)).toBeUndefined();
  });

  it("takes no longer for a long line that only nearly fits", () => {
    const shape = recordShape(["connector", "action", "args", "note"]);
    const args = Array.from(
      { length: 4000 },
      (_, at) => `"k${at}":[{"a":"${"x".repeat(20)}"},-1.5e3]`,
    );
    const line = `{"connector":"g","action":"a","args":{${args.join()}},"note":nothing}`;
    const began = performance.now();
    expect(shape?.onLine.test(line)).toBe(false);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe("the shapes of a file", () => {
  const line = (keys: readonly string[]): string =>
    `{"connector":"g","action":"a"${keys.map((key) => `,"${key}":1`).join("")}}`;

  function learned(count: number): RecordShapes {
    const shapes = new RecordShapes(true);
    for (let at = 0; at < count; at += 1) {
      const text = line([`k${at}`]);
      for (const _ of [1, 2]) {
        shapes.learn(text, readSavedCall(JSON.parse(text), { file: "", line: 1 }));
      }
    }
    return shapes;
  }

  it("are learned from calls that were read, up to a number", () => {
    const shapes = learned(12);
    const known = Array.from(
      { length: 12 },
      (_, at) => shapes.onLine(line([`k${at}`])) !== undefined,
    );
    expect(known).toEqual(Array.from({ length: 12 }, (_, at) => at < 8));
  });

  it("are none of a file of a few lines", () => {
    const shapes = new RecordShapes();
    const text = line([]);
    for (let at = 0; at < 33; at += 1) {
      expect(shapes.onLine(text)).toBeUndefined();
      shapes.learn(text, readSavedCall(JSON.parse(text), { file: "", line: 1 }));
    }
    expect(shapes.onLine(text)).toBeDefined();
  });

  it("are learned from no line that is no call, nor one that cannot have a shape", () => {
    const shapes = new RecordShapes(true);
    for (const text of ['{"connector":"g"}', line(["a b"])]) {
      shapes.learn(text, readSavedCall(JSON.parse(text), { file: "", line: 1 }));
      expect(shapes.onLine(text)).toBeUndefined();
    }
  });
});
