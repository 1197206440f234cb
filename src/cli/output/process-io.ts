import pc from "picocolors";
import { plain } from "../../report/document/paint.ts";
import type { Io } from "./output.ts";
import { streamOutput } from "./stream-output.ts";

/**
 * The process's own streams. Colours only where picocolors finds them fit (`NO_COLOR`, `FORCE_COLOR`) and the stream is a
 * terminal; `FORCE_COLOR` alone colours a file.
 */
export function processIo(): Io {
  const { FORCE_COLOR } = process.env;
  const paintFor = ({ isTTY }: { readonly isTTY?: boolean }): typeof plain =>
    pc.isColorSupported && (isTTY === true || Boolean(FORCE_COLOR)) ? pc : plain;
  return {
    cwd: process.cwd(),
    // Only a command that reads it may open it: an open standard input keeps a process alive.
    stdin: () => process.stdin,
    stdout: streamOutput(process.stdout, paintFor(process.stdout)),
    stderr: streamOutput(process.stderr, paintFor(process.stderr)),
  };
}
