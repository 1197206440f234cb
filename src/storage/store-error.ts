/** A store that cannot be opened or does not answer. The message says what, `help` says what to do. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  readonly help: string;

  constructor(message: string, help: string, options?: ErrorOptions) {
    super(message, options);
    this.help = help;
  }
}
