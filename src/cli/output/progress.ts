import type { Io } from "./output.ts";

const every = 25_000;

/** What has been read so far. */
export interface Passed {
  readonly calls: number;
  readonly bytes: number;
}

/** How far something is: how many calls, how many a second, and how long it will take if all bytes (`size`) are known. */
export function progressLine({ calls, bytes }: Passed, seconds: number, size?: number): string {
  const rate = seconds > 0 ? `, ${grouped(calls / seconds)} a second` : "";
  const left =
    size === undefined || bytes === 0 ? undefined : Math.ceil((seconds * (size - bytes)) / bytes);
  return `${grouped(calls)} calls${rate}${left === undefined ? "" : `, ${timeWords(left)} left`}`;
}

function grouped(number: number): string {
  return Math.round(number).toLocaleString("en-US");
}

function timeWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Passes batches of items on and counts the items on standard error while it lasts, if a person sees that and nothing else moves. */
export async function* withProgress<T>(
  batches: AsyncIterable<readonly T[]>,
  io: Io,
  now: () => number = () => performance.now(),
): AsyncGenerator<readonly T[], void, undefined> {
  if (!io.stderr.isTerminal) {
    yield* batches;
    return;
  }
  const began = now();
  let calls = 0;
  let told = 0;
  for await (const items of batches) {
    calls += items.length;
    if (calls - told >= every) {
      told = calls;
      await show(io, progressLine({ calls, bytes: 0 }, (now() - began) / 1000));
    }
    yield items;
  }
  if (calls >= every) await io.stderr.write(wiped);
}

/**
 * Does some work and says every second on standard error how far it is, if a person sees that. `look`: what has been read;
 * `size`: all bytes, if that is known.
 */
export async function watched<T>(
  work: () => Promise<T>,
  look: () => Passed,
  {
    io,
    size,
    period = 1000,
  }: { readonly io: Io; readonly size?: number; readonly period?: number },
): Promise<T> {
  if (!io.stderr.isTerminal) return await work();
  const began = performance.now();
  let shown: Promise<void> | undefined;
  const timer = setInterval(() => {
    shown = show(io, progressLine(look(), (performance.now() - began) / 1000, size)).catch(
      () => undefined,
    );
  }, period);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await shown;
    if (shown !== undefined) await io.stderr.write(wiped);
  }
}

/** The beginning of the line, and nothing on it. */
const wiped = "\r\u001B[K";

async function show({ stderr }: Io, text: string): Promise<void> {
  await stderr.write(`${wiped}${text}`);
  await stderr.flush();
}
