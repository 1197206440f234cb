/** What a command tells the program that called it. */
export const exitStatus = {
  /** Nothing to countersign; for `check`, `explain` and `lint`: no error. */
  nothing: 0,
  /** There is something: a changed decision, an error in a manifest, a pinned decision that does not hold. */
  something: 1,
  /** A file, or a line of a corpus, cannot be read. */
  unreadable: 2,
  /** The command line is wrong. */
  usage: 3,
  /** Something could not be proved or decided. */
  unproved: 4,
  /** The reader of the output went away (`| head`), as a shell reports it for other programs. */
  closedPipe: 141,
} as const;

/** One of the numbers above. */
export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus];

/** From best to worst: what was not read or not proved hides more than what was found. */
const severity: readonly ExitStatus[] = [0, 1, 4, 2, 3, 141];

/** The worst of several outcomes; `nothing` for none. */
export function worst(statuses: readonly ExitStatus[]): ExitStatus {
  return statuses.reduce(
    (one, other) => (severity.indexOf(other) > severity.indexOf(one) ? other : one),
    exitStatus.nothing,
  );
}
