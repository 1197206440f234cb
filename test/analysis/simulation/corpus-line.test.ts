import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CorpusLine,
  lineSplitter,
  longestLine,
} from "../../../src/analysis/simulation/corpus-line.ts";

function linesOf(chunks: readonly (string | Uint8Array)[]): readonly CorpusLine[] {
  const splitter = lineSplitter();
  return [...chunks.flatMap((chunk) => [...splitter.push(chunk)]), ...splitter.end()];
}

function cut<T extends string | Uint8Array>(whole: T, places: readonly number[]): readonly T[] {
  const ends = [...new Set(places.map((place) => place % (whole.length + 1)))].sort(
    (a, b) => a - b,
  );
  return [0, ...ends].map((start, index) => whole.slice(start, ends[index]) as T);
}

const text = (number: number, content: string): CorpusLine => ({
  kind: "text",
  number,
  text: content,
});

const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);

describe("lines of a corpus", () => {
  const lines = fc.array(fc.string({ unit: "binary" }).map((line) => line.replaceAll("\n", "\r")));
  const places = fc.array(fc.nat(), { maxLength: 8 });

  test("are the same however the file is cut into chunks of bytes or of text", () => {
    fc.assert(
      fc.property(lines, places, (contents, cuts) => {
        const file = contents.map((content) => `${content}\n`).join("");
        const expected = contents.map((content, index) =>
          text(index + 1, index === 0 ? content.replace(/^\uFEFF/, "") : content),
        );
        expect(linesOf(cut(file, cuts))).toEqual(expected);
        expect(linesOf(cut(bytes(file), cuts))).toEqual(expected);
      }),
    );
  });

  test("bytes and text may take turns within a line", () => {
    expect(linesOf([bytes("é"), "ü", bytes("ö").slice(0, 1), bytes("ö").slice(1)])).toEqual([
      text(1, "éüö"),
    ]);
  });

  test("the last line needs no line feed, and after the last line feed comes no line", () => {
    expect(linesOf(["a\nb"])).toEqual([text(1, "a"), text(2, "b")]);
    expect(linesOf(["a\nb\n"])).toEqual([text(1, "a"), text(2, "b")]);
    expect(linesOf([])).toEqual([]);
  });

  test("a byte order mark is taken off the file, not off a line", () => {
    expect(linesOf([bytes("\uFEFFa\n\uFEFFb")])).toEqual([text(1, "a"), text(2, "\uFEFFb")]);
  });

  test("a line that is not UTF-8 has no text, its neighbours have", () => {
    const file = new Uint8Array([...bytes("a\n"), 0xc3, 0x28, ...bytes("\nc\n")]);
    const expected = [
      text(1, "a"),
      { kind: "unreadable", number: 2, because: "the line is not UTF-8" },
      text(3, "c"),
    ];
    expect(linesOf([file])).toEqual(expected);
    expect(linesOf([file.slice(0, 3), file.slice(3)])).toEqual(expected);
  });

  test("a character that the file's end cuts off is not UTF-8", () => {
    expect(linesOf([bytes("aé").slice(0, 2)])).toEqual([
      { kind: "unreadable", number: 1, because: "the line is not UTF-8" },
    ]);
  });

  test("text that breaks off a character of bytes is not UTF-8", () => {
    expect(linesOf([bytes("é").slice(0, 1), "a"])).toMatchObject([{ kind: "unreadable" }]);
  });

  test("a line of 1 MiB is read, a longer one is not kept", () => {
    const longest = "x".repeat(longestLine);
    expect(linesOf([longest, "\n", bytes(longest), "y\nz"])).toEqual([
      text(1, longest),
      { kind: "unreadable", number: 2, because: "the line is longer than 1 MiB" },
      text(3, "z"),
    ]);
  });
});
