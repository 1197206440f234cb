/** Thrown where a pattern has no equal in a dialect; the message is a clause about the pattern: "it refers back to a group". */
export class Unsayable extends Error {
  /** What to write instead, when there is something. */
  readonly help: string | undefined;

  constructor(because: string, help?: string) {
    super(because);
    this.help = help;
  }
}
