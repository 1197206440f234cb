import fc from "fast-check";
import { expect } from "vitest";
import { compiles, expressions, texts } from "./expression-arbitrary.ts";

/** The law that whatever answers for an expression and a text answers as the engine does, or not at all. */
export function expectEngineAgreement(
  answerTo: (match: string, text: string) => string,
  { seed, numRuns }: { readonly seed: number; readonly numRuns: number },
): void {
  fc.assert(
    fc.property(
      expressions,
      fc.array(texts, { minLength: 5, maxLength: 5 }),
      ({ body, flags }, all) => {
        if (!compiles(body, flags) || /[\n\r\u2028]/.test(body)) return;
        for (const text of all) {
          const answer = answerTo(`/${body}/${flags}`, text);
          if (answer !== "match" && answer !== "no-match") continue;
          expect(answer).toBe(new RegExp(body, flags).test(text) ? "match" : "no-match");
        }
      },
    ),
    { seed, numRuns },
  );
}
