import type { Command } from "commander";
import type { Policy } from "../../policy/policy.ts";
import { wrongUsage } from "../command-error.ts";
import { type ExitStatus, exitStatus, worst } from "../exit-status.ts";
import { readManifest } from "../files/read-manifest.ts";
import { manifestStatus, showErrors } from "../manifest-remarks.ts";
import type { Io } from "../output/output.ts";

/** The manifests whose decisions must stay what they are. */
export interface PolicyFlags {
  readonly manifest?: readonly string[];
  readonly for?: readonly string[];
}

/** Policies, and how well their manifests read. */
export interface NamedPolicies {
  readonly policies: readonly Policy[];
  readonly status: ExitStatus;
}

/** `--manifest` and `--for`, for commands that keep decisions as they are. */
export function withPolicyFlags(command: Command): Command {
  return command
    .option("--manifest <file...>", "manifests whose decisions on these calls stay what they are")
    .option("--for <side...>", "BASE and HEAD of a comparison, as for `diff`");
}

/** The manifests that the flags name, as the command line names them. */
export function manifestsOf(flags: PolicyFlags): readonly string[] {
  const sides = flags.for ?? [];
  if (flags.for !== undefined && sides.length !== 2) {
    throw wrongUsage("`--for` takes two manifests", "write `--for BASE HEAD`, last on the line");
  }
  return [...(flags.manifest ?? []), ...sides];
}

/** Reads the manifests that the flags name; undefined when one of them is none, which standard error says. */
export async function namedPolicies(
  flags: PolicyFlags,
  io: Io,
): Promise<NamedPolicies | undefined> {
  const policies: Policy[] = [];
  const statuses: ExitStatus[] = [exitStatus.nothing];
  for (const text of manifestsOf(flags)) {
    const read = await readManifest(text, io);
    await showErrors(read, io);
    if (read.policy === undefined) return undefined;
    policies.push(read.policy);
    statuses.push(manifestStatus(read));
  }
  return { policies, status: worst(statuses) };
}
