import { expect, test } from "vitest";
import { documentText } from "../../src/report/document/document-text.ts";
import { plain } from "../../src/report/document/paint.ts";
import { proofBlocks } from "../../src/report/log-proof-report.ts";

test("each fault is told with the line that it was found at", () => {
  const text = documentText(
    proofBlocks({
      lines: 5,
      head: { seq: 30, hash: "abc" },
      faults: [
        { kind: "changed", seq: 3 },
        { kind: "unlinked", seq: 2 },
        { kind: "unlinked", seq: 4, after: 2 },
        { kind: "unlinked", seq: 5, follows: 9 },
        { kind: "unlinked", seq: 6, after: 5, follows: 9 },
        { kind: "unlinked", seq: 7, after: 6, follows: 4 },
        { kind: "cut", lines: 5, written: 6 },
        { kind: "not-continued", hash: "ff" },
      ],
    }),
    plain,
  );
  expect(text).toBe(`5 lines, the last is 30 with hash abc

8 faults found
- line 3 was changed
- line 2 is not the first that was written: lines before it are missing
- line 4 does not follow line 2: lines before it are missing, or line 2 was replaced
- line 5 is not the first that was written but line 9: lines changed places
- line 6 does not follow line 5 but line 9: lines changed places
- line 7 does not follow line 6 but line 4: what stands between them was inserted
- the end is missing: 6 lines were written and 5 are there
- no line has the hash \`ff\`: the log was cut before it or written anew
`);
});
