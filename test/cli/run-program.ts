import type { Io, Output } from "../../src/cli/output/output.ts";
import { run } from "../../src/cli/run.ts";
import { plain } from "../../src/report/document/paint.ts";

/** What a program run leaves behind. */
export interface Outcome {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The world of one run. */
export interface World {
  readonly cwd: string;
  readonly stdin?: string | Uint8Array;
  readonly isTerminal?: boolean;
}

/** Runs a command line in this process, as `countersign` would in a shell. */
export async function runProgram(argv: readonly string[], world: World): Promise<Outcome> {
  const stdout = collector(world.isTerminal ?? false);
  const stderr = collector(world.isTerminal ?? false);
  const io: Io = {
    cwd: world.cwd,
    stdin: () => chunks(world.stdin ?? ""),
    stdout: stdout.output,
    stderr: stderr.output,
  };
  const status = await run(argv, io);
  return { status, stdout: stdout.text(), stderr: stderr.text() };
}

async function* chunks(bytes: string | Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield typeof bytes === "string" ? Buffer.from(bytes) : bytes;
}

function collector(isTerminal: boolean): { readonly output: Output; readonly text: () => string } {
  let text = "";
  return {
    text: () => text,
    output: {
      write: async (more) => {
        text += more;
      },
      flush: async () => undefined,
      paint: plain,
      isTerminal,
    },
  };
}
