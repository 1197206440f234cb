import { type Command, Option } from "commander";
import { withCataloguedRisk } from "../analysis/catalogue/catalogued-risk.ts";
import { decideCall } from "../analysis/masked/decide-call.ts";
import { meetsExpectation } from "../analysis/simulation/expectations.ts";
import { readSavedCall } from "../analysis/simulation/read-saved-call.ts";
import type { SavedCall } from "../analysis/simulation/saved-call.ts";
import type { Decision } from "../policy/decision.ts";
import type { Policy } from "../policy/policy.ts";
import { quoted } from "../policy/source/visible-text.ts";
import { explanationBlocks, explanationJson } from "../report/explanation-report.ts";
import { type Report, type ReportFormat, writtenReport } from "../report/written-report.ts";
import { formatOption, type Invocation, newCommand } from "./command.ts";
import { wrongUsage } from "./command-error.ts";
import { type ExitStatus, exitStatus, worst } from "./exit-status.ts";
import { checkStandardInput } from "./files/file-argument.ts";
import { readCatalogueFile } from "./files/read-catalogue-file.ts";
import { readManifest } from "./files/read-manifest.ts";
import { manifestStatus, showErrors } from "./manifest-remarks.ts";
import type { Io } from "./output/output.ts";

interface Options {
  readonly args?: string;
  readonly risk?: string;
  readonly agent?: string;
  readonly catalogue?: string;
  readonly format: ReportFormat;
}

/**
 * `countersign explain MANIFEST CALL`: what was looked at on the way to a decision. Ends with 1 when the call pins another
 * decision or the platform drops an entry of the manifest, 4 when the call cannot be decided.
 */
export function explainCommand({ io, conclude }: Invocation): Command {
  return newCommand("explain", "say why a call is decided as it is", [
    `explain kortix.yaml stripe.create_refund --args '{"reason":"duplicate"}'`,
    "explain main:kortix.yaml github.search_code --risk read --agent support",
    `explain kortix.yaml '{"connector":"stripe","action":"create_refund","args":{}}'`,
  ])
    .argument("<manifest>", "a path, REV:PATH in git, or - for standard input")
    .argument("<call>", "CONNECTOR.ACTION, or a saved call as a JSON object")
    .option("--args <json>", "the arguments, a JSON object; without it they count as not available")
    .addOption(
      new Option("--risk <risk>", "what the action's catalogue says").choices([
        "read",
        "write",
        "destructive",
      ]),
    )
    .option("--agent <name>", "the agent that calls; without it its grant is not looked at")
    .option("--catalogue <file>", "the risk of a call that says none: JSON or YAML")
    .addOption(formatOption())
    .action(async (manifest: string, call: string, options: Options) => {
      conclude(await explain(manifest, savedCall(call, options), options, io));
    });
}

async function explain(
  manifest: string,
  named: SavedCall,
  { catalogue, format }: Options,
  io: Io,
): Promise<ExitStatus> {
  checkStandardInput([manifest, ...(catalogue === undefined ? [] : [catalogue])]);
  const read = await readManifest(manifest, io);
  await showErrors(read, io);
  if (read.policy === undefined) return exitStatus.unreadable;
  const saved = withCataloguedRisk(named, await readCatalogueFile(catalogue, io));
  const decision = decideCall(read.policy, saved.call);
  const report = explanation(read.policy, saved, decision);
  await io.stdout.write(writtenReport(report, format, io.stdout.paint));
  return worst([manifestStatus(read), decisionStatus(saved, decision)]);
}

function explanation(policy: Policy, saved: SavedCall, decision: Decision): Report {
  return {
    title: "countersign explain",
    blocks: () => explanationBlocks(policy, saved, decision),
    json: () => explanationJson(policy, saved, decision),
  };
}

function decisionStatus(saved: SavedCall, decision: Decision): ExitStatus {
  if (decision.effect === "indeterminate") return exitStatus.unproved;
  return meetsExpectation(saved, decision) ? exitStatus.nothing : exitStatus.something;
}

/** The CALL of the command line. Both spellings go through the reader of saved calls, so both are held to its rules. */
function savedCall(text: string, options: Options): SavedCall {
  const record = text.trimStart().startsWith("{")
    ? jsonRecord(text, options)
    : spelledRecord(text, options);
  const read = readSavedCall(record, { file: "CALL", line: 1 });
  if (read.kind === "call") return read;
  throw wrongUsage(`the call cannot be read: ${read.reason}`, read.help);
}

function jsonRecord(text: string, { args, risk, agent }: Options): unknown {
  if ([args, risk, agent].some((option) => option !== undefined)) {
    throw wrongUsage(
      "`--args`, `--risk` and `--agent` say nothing beside a JSON object",
      "write them as its keys",
    );
  }
  return parseJson(text, "the call");
}

function spelledRecord(text: string, { args, risk, agent }: Options): unknown {
  const dot = text.indexOf(".");
  if (dot < 0) {
    throw wrongUsage(`${quoted(text)} is no call`, "write `CONNECTOR.ACTION`");
  }
  return {
    connector: text.slice(0, dot),
    action: text.slice(dot + 1),
    ...(args === undefined ? {} : { args: parseJson(args, "`--args`") }),
    ...(risk === undefined ? {} : { risk }),
    ...(agent === undefined ? {} : { agent }),
  };
}

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrongUsage(`${what} is not JSON: ${quoted(text)}`);
  }
}
