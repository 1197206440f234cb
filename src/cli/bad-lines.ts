import type { BadLines } from "../analysis/simulation/bad-lines.ts";
import { documentText } from "../report/document/document-text.ts";
import { badLineBlocks } from "../report/simulation-report.ts";
import type { Io } from "./output/output.ts";

/** Says on standard error which lines of the saved calls could not be read and why. */
export async function showBadLines(badLines: BadLines, { stderr }: Io): Promise<void> {
  await stderr.write(documentText(badLineBlocks(badLines), stderr.paint));
}
