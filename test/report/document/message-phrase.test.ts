import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messagePhrase } from "../../../src/report/document/message-phrase.ts";
import { phrase, quotedText } from "../../../src/report/document/phrase.ts";

describe("a message with foreign text in backticks", () => {
  it("is words and quotations", () => {
    expect(messagePhrase("unknown action `deny`, so `x` is dropped")).toEqual(
      phrase`unknown action ${"deny"}, so ${"x"} is dropped`,
    );
  });

  it.each([
    ["an odd number of backticks", "unknown action `de`ny`"],
    ["a mention outside of them", "unknown action ``@acme/finance` x`"],
    ["a reference", "see `a` #12"],
    ["another kind of reference", "see `a` GH-12"],
    ["a commit", "see `a` 0123abcdef"],
    ["an address", "see `a` http://example.com"],
    ["an address without a scheme", "see `a` www.example.com"],
    ["an emoji's short name", "see `a` :tada:"],
  ])("is quoted as a whole when it has %s", (_, message) => {
    expect(messagePhrase(message)).toEqual(quotedText(message));
  });

  it("never has words that can ping, whatever it quotes", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("`", "@", "#", "a", " ") }), (text) => {
        const words = messagePhrase(`unknown \`${text}\``).filter(({ kind }) => kind === "words");
        expect(words.map((piece) => piece.text).join("")).not.toMatch(/[@#`]/);
      }),
    );
  });
});
