/**
 * Why something failed, in the words of what was thrown. Connecting to a host with several addresses throws one error
 * without words, for the errors of all of them: then these, each once.
 */
export function failureReason(thrown: unknown): string {
  if (thrown instanceof AggregateError) {
    return [...new Set(thrown.errors.map(failureReason))].join(", ");
  }
  return thrown instanceof Error ? thrown.message : String(thrown);
}
