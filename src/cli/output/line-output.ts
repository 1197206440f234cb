import { open, rename, rm } from "node:fs/promises";
import { resolve } from "node:path";
import type { Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { quoted } from "../../policy/source/visible-text.ts";
import { plain } from "../../report/document/paint.ts";
import { unreadable, wrongUsage } from "../command-error.ts";
import { errorCode } from "../files/disk-tree.ts";
import type { Io, Output } from "./output.ts";
import { streamOutput } from "./stream-output.ts";

/**
 * Hands the work where to write: the file, or standard output when none is named. The file is there under its name when all
 * is written, and not at all when the work rejects; it may be one that the work reads. A name that ends in `.gz` is packed.
 */
export async function withLineOutput<T>(
  file: string | undefined,
  io: Io,
  work: (output: Pick<Output, "write">) => Promise<T>,
): Promise<T> {
  if (file === undefined) return await work(io.stdout);
  if (/\.zst$/i.test(file)) {
    throw wrongUsage(
      "zstd is read, not written",
      "let the name end in `.gz`, or pack it with `zstd`",
    );
  }
  const path = resolve(io.cwd, file);
  const partial = `${path}.partial-${process.pid}`;
  try {
    const result = await written(partial, /\.gz$/i.test(file), work);
    await rename(partial, path);
    return result;
  } catch (error) {
    await rm(partial, { force: true });
    const isOurs = error instanceof Error && "path" in error && error.path === partial;
    throw isOurs ? unreadable(`${quoted(file)} cannot be written: ${errorCode(error)}`) : error;
  }
}

async function written<T>(
  path: string,
  isPacked: boolean,
  work: (output: Pick<Output, "write">) => Promise<T>,
): Promise<T> {
  const disk = (await open(path, "wx")).createWriteStream();
  const ended = finished(disk);
  // Whoever writes is told first.
  ended.catch(() => undefined);
  const stream: Writable = isPacked ? packedInto(disk) : disk;
  try {
    const output = streamOutput(stream, plain);
    const result = await work(output);
    await output.flush();
    stream.end();
    await ended;
    return result;
  } catch (error) {
    stream.destroy();
    disk.destroy();
    throw error;
  }
}

function packedInto(disk: Writable): Writable {
  const gzip = createGzip();
  gzip.pipe(disk);
  disk.on("error", (error) => gzip.destroy(error));
  return gzip;
}
