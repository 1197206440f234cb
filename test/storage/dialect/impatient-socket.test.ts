import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { impatientSocket } from "../../../src/storage/dialect/impatient-socket.ts";
import { isPostgresAway } from "../../../src/storage/dialect/postgres-away.ts";

async function connected(limitMs: number, serve: (client: Socket) => void): Promise<Socket> {
  const server = createServer(serve).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
  });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const socket = impatientSocket(limitMs).connect(address.port, "127.0.0.1");
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

test("a server that falls silent counts as away", async () => {
  const socket = await connected(50, () => undefined);
  const error: unknown = await once(socket, "close").catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: expect.stringContaining("fell silent") });
  expect(isPostgresAway(error)).toBe(true);
});

test("one that answers from time to time does not", async () => {
  const socket = await connected(2_000, (client) => {
    const answers = setInterval(() => client.write("."), 100);
    client.once("close", () => clearInterval(answers));
    client.on("error", () => undefined);
  });
  await sleep(3_000);
  expect(socket.destroyed).toBe(false);
});
