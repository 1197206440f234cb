import { Socket } from "node:net";

/**
 * A socket that ends with an error when nothing was sent or received for `limitMs` milliseconds. A network that loses
 * everything tells nobody: without it, a connection would be waited for until the system gives it up, a quarter of an
 * hour later.
 */
export function impatientSocket(limitMs: number): Socket {
  const socket = new Socket();
  return socket.setTimeout(limitMs, () => {
    socket.destroy(new Error("Connection terminated because the server fell silent"));
  });
}
