import { once } from "node:events";
import { type Command, InvalidArgumentError } from "commander";
import { type Invocation, newCommand } from "./command.ts";
import { CommandError } from "./command-error.ts";
import { exitStatus } from "./exit-status.ts";
import type { Io } from "./output/output.ts";

interface SetupFlags {
  readonly url: URL;
  readonly port: number;
}

/** `countersign setup`: a page that registers the GitHub App and writes its secrets into `.env`. */
export function setupCommand({ io, conclude }: Invocation): Command {
  return newCommand("setup", "register the GitHub App in the browser", [
    "setup --url https://countersign.example.com",
  ])
    .requiredOption(
      "--url <address>",
      "public address of the server that GitHub sends webhooks to",
      address,
    )
    .option("--port <number>", "where the page listens on this machine", portNumber, 3000)
    .action(async (flags: SetupFlags) => {
      await setup(flags, io);
      conclude(exitStatus.nothing);
    });
}

async function setup({ url, port }: SetupFlags, io: Io): Promise<void> {
  const app = await import("../app.ts");
  try {
    const page = await app.setup({ url: url.href, host: "127.0.0.1", port });
    await io.stdout.write(
      `Open http://127.0.0.1:${page.port} and register the app. Its secrets are written to .env; then end this and run \`countersign serve\`.\n`,
    );
    await io.stdout.flush();
    await Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
    await page.stop();
  } catch (error) {
    throw app.explained(error)
      ? new CommandError(exitStatus.unreadable, error.message, error.help)
      : error;
  }
}

function address(text: string): URL {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError("write an address, https://countersign.example.com");
  }
  return new URL(text);
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new InvalidArgumentError("write a port number, 1 to 65535");
  }
  return port;
}
