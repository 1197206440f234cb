import pg from "pg";
import { describe, expect, test, vi } from "vitest";
import { openPostgresChannel } from "../../../src/storage/dialect/postgres-channel.ts";
import { postgres } from "../store-factories.ts";

describe.skipIf(postgres.absent)("channel of postgresql", () => {
  const others =
    "select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";

  test("one that is closed while it connects again leaves no connection behind", async () => {
    const url = await postgres.create();
    let connectNow = (): void => undefined;
    const again = new Promise<void>((resolve) => {
      connectNow = resolve;
    });
    const createClient = vi.fn(() => {
      const client = new pg.Client({ connectionString: url });
      if (createClient.mock.calls.length === 2) {
        const connect = client.connect.bind(client);
        vi.spyOn(client, "connect").mockImplementation(async () => {
          await again;
          return await connect();
        });
      }
      return client;
    });
    const heard = vi.fn();
    const channel = await openPostgresChannel(createClient, heard);
    await postgres.execute(url, others.replace("pid", "pg_terminate_backend(pid)"));
    await vi.waitFor(() => expect(createClient).toHaveBeenCalledTimes(2), 5_000);
    await channel.close();
    channel.announce();
    connectNow();
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), 5_000);
    await vi.waitFor(async () => expect(await postgres.execute(url, others)).toEqual([]), 5_000);
  });
});
