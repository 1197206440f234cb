import { diagnosticBlocks } from "../report/diagnostics-report.ts";
import type { Block } from "../report/document/block.ts";
import { paragraph } from "../report/document/block.ts";
import { counted } from "../report/document/counted.ts";
import { documentText } from "../report/document/document-text.ts";
import { phrase } from "../report/document/phrase.ts";
import { type ExitStatus, exitStatus } from "./exit-status.ts";
import type { ReadManifest } from "./files/read-manifest.ts";
import type { Io } from "./output/output.ts";

/** Says on standard error which entries the platform drops and why, and how much else there would be to say. */
export async function showErrors(
  { diagnostics, files, name }: ReadManifest,
  { stderr }: Io,
): Promise<void> {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const others = diagnostics.length - errors.length;
  const more: readonly Block[] =
    others === 0
      ? []
      : [
          paragraph(
            phrase`${counted(others, "remark")} more on ${name}: see ${"countersign lint"}`,
          ),
        ];
  const blocks = [...diagnosticBlocks(errors, files), ...more];
  if (blocks.length > 0) await stderr.write(`${documentText(blocks, stderr.paint)}\n`);
}

/** What a manifest's diagnostics come to: unreadable, dropped entries, or neither. */
export function manifestStatus({ policy, diagnostics }: ReadManifest): ExitStatus {
  if (policy === undefined) return exitStatus.unreadable;
  const hasError = diagnostics.some(({ severity }) => severity === "error");
  return hasError ? exitStatus.something : exitStatus.nothing;
}
