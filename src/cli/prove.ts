import type { Command } from "commander";
import { type PlacedRule, placedRules } from "../analysis/decision-space/placed-rules.ts";
import { explainRule, type RuleExplanation } from "../analysis/findings/explain-rule.ts";
import { ruleHandle } from "../analysis/findings/rule-name.ts";
import { quoted } from "../policy/source/visible-text.ts";
import { proofBlocks, proofJson } from "../report/proof-report.ts";
import { type ReportFormat, writtenReport } from "../report/written-report.ts";
import { formatOption, type Invocation, newCommand } from "./command.ts";
import { wrongUsage } from "./command-error.ts";
import { type ExitStatus, exitStatus, worst } from "./exit-status.ts";
import { type ReadManifest, readManifest } from "./files/read-manifest.ts";
import { manifestStatus, showErrors } from "./manifest-remarks.ts";
import type { Io } from "./output/output.ts";

/**
 * `countersign prove MANIFEST RULE`: a call that the rule decides, with the trace, or why there is none. Ends with 1 when there
 * is none or the platform drops an entry of the manifest, 4 when neither could be proved.
 */
export function proveCommand({ io, conclude }: Invocation): Command {
  return newCommand("prove", "show a call that a rule decides, or why there is none", [
    "prove kortix.yaml 24",
    "prove main:kortix.yaml project:0",
    "prove kortix.yaml stripe:2 --format json",
  ])
    .argument("<manifest>", "a path, REV:PATH in git, or - for standard input")
    .argument("<rule>", "its line; or `project:N`, or `CONNECTOR:N`, counted from 0")
    .addOption(formatOption())
    .action(async (manifest: string, rule: string, { format }: { format: ReportFormat }) => {
      conclude(await prove(manifest, rule, format, io));
    });
}

async function prove(
  manifest: string,
  text: string,
  format: ReportFormat,
  io: Io,
): Promise<ExitStatus> {
  const read = await readManifest(manifest, io);
  await showErrors(read, io);
  const { policy } = read;
  if (policy === undefined) return exitStatus.unreadable;
  const placed = ruleAt(text, read, placedRules(policy));
  const explanation = explainRule(policy, placed);
  const facts = { policy, rule: placed.reference, explanation };
  const report = {
    title: "countersign prove",
    blocks: () => proofBlocks(facts),
    json: () => proofJson(facts),
  };
  await io.stdout.write(writtenReport(report, format, io.stdout.paint));
  return worst([manifestStatus(read), statuses[explanation.kind]]);
}

const statuses: Readonly<Record<RuleExplanation["kind"], ExitStatus>> = {
  decides: exitStatus.nothing,
  never: exitStatus.something,
  unknown: exitStatus.unproved,
};

/** The rule that RULE names: the one that stands at a line of the manifest itself, or one by its place in its layer. */
function ruleAt(text: string, { name }: ReadManifest, rules: readonly PlacedRule[]): PlacedRule {
  const isLine = /^[1-9][0-9]*$/.test(text);
  const found = rules.find(({ rule: { span }, reference }) =>
    isLine
      ? span?.file === name && span.start.line <= Number(text) && Number(text) <= span.end.line
      : ruleHandle(reference) === text,
  );
  if (found !== undefined) return found;
  throw wrongUsage(
    isLine ? `no rule stands at line ${text}` : `there is no rule ${quoted(text)}`,
    rules.length === 0 ? "the manifest has no rules" : `write ${places(rules, name)}`,
  );
}

function places(rules: readonly PlacedRule[], name: string): string {
  const lines = rules.flatMap(({ reference: { file, line } }) =>
    file === name && line !== undefined ? [String(line)] : [],
  );
  const handles = rules.map(({ reference }) => quoted(ruleHandle(reference)));
  const shown = lines.length > 0 ? lines : handles;
  return shown.length > 12
    ? `one of ${shown.slice(0, 12).join(", ")}, …`
    : `one of ${shown.join(", ")}`;
}
