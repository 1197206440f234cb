import { type Command, InvalidArgumentError, Option } from "commander";
import { jsonVersion } from "../../report/json/json-text.ts";
import { proofBlocks } from "../../report/log-proof-report.ts";
import { type ReportFormat, writtenReport } from "../../report/written-report.ts";
import { formatOption, type Invocation, newCommand } from "../command.ts";
import { type ExitStatus, exitStatus } from "../exit-status.ts";
import type { Io } from "../output/output.ts";
import { type LogFlags, withLog } from "./log-database.ts";

interface VerifyFlags extends LogFlags {
  readonly expect?: string;
  readonly format: ReportFormat;
}

/** `countersign log verify`: proves that the decision log is as it was written. Ends with 1 when it is not. */
export function verifyCommand({ io, conclude }: Invocation): Command {
  return newCommand("verify", "prove that no line of the decision log was changed or is missing", [
    "log verify",
    "log verify --expect HASH   # that an earlier run printed, kept outside of the store",
  ])
    .addOption(
      new Option("--expect <hash>", "hash of a line that an earlier run printed").argParser(hashOf),
    )
    .addOption(formatOption())
    .action(async (_options: unknown, command: Command) => {
      conclude(await verify(command.optsWithGlobals<VerifyFlags>(), io));
    });
}

async function verify(flags: VerifyFlags, { stdout }: Io): Promise<ExitStatus> {
  const proof = await withLog(flags, (log) => log.verify(flags.expect));
  const report = {
    title: "countersign log verify",
    blocks: () => proofBlocks(proof),
    json: () => ({ version: jsonVersion, command: "log verify", ...proof }),
  };
  await stdout.write(writtenReport(report, flags.format, stdout.paint));
  return proof.faults.length === 0 ? exitStatus.nothing : exitStatus.something;
}

function hashOf(text: string): string {
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new InvalidArgumentError("write all 64 digits of the hash, as `log verify` prints it");
}
