import { plain } from "../../../src/report/document/paint.ts";

const output = {
  write: async () => undefined,
  flush: async () => undefined,
  paint: plain,
  isTerminal: false,
};

/** Where a replay may say what it likes, and nobody listens. */
export const silentIo = {
  cwd: "",
  stdin: () => new Blob([]).stream(),
  stdout: output,
  stderr: output,
};
