/** Connection exceptions, shutdowns and starts, too many connections, and transactions that the server gave up. */
const passingStates =
  /^(?:08...|57P0[1-35]|53300|25P0[34]|40001|40P01|ECONN(?:REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;

/** The driver's own errors have no code. */
const passingMessages =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/**
 * True for an error of PostgreSQL or of its driver that says that the server cannot be reached, is starting or
 * stopping, or ended the connection or the transaction. What was asked may have been done all the same.
 */
export function isPostgresAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string") return passingStates.test(error.code);
  return passingMessages.test(error.message);
}
