import type { Paint } from "../../report/document/paint.ts";

/** Where a command writes. */
export interface Output {
  /** Takes text in order and waits while the reader is slower; rejects with the stream's error (`EPIPE`). */
  write(text: string): Promise<void>;
  /** Hands on what is held back. */
  flush(): Promise<void>;
  readonly paint: Paint;
  readonly isTerminal: boolean;
}

/** Everything that a command has of the world beside files. */
export interface Io {
  readonly cwd: string;
  readonly stdin: () => AsyncIterable<Uint8Array>;
  readonly stdout: Output;
  readonly stderr: Output;
}
