import { gateConfigPath } from "../../review/gate-config.ts";
import type { GateConfigSide } from "../../review/gate-config-side.ts";
import { readGateConfig } from "../../review/read-gate-config.ts";
import type { GitHubClient, Repository } from "../client.ts";
import type { RepositoryTree } from "./repository-tree.ts";
import { readTextFile } from "./text-file.ts";

/** Reads the gate's configuration from a tree: absent, unreadable (with why) or read. */
export async function readGateConfigFile(
  github: GitHubClient,
  repository: Repository,
  tree: RepositoryTree,
): Promise<GateConfigSide> {
  const entry = tree.entries.get(gateConfigPath);
  if (entry === undefined) return { kind: "absent" };
  const read = await readTextFile(github, repository, entry);
  if (read.kind === "fault") {
    const message = `\`${gateConfigPath}\` ${read.fault.because}`;
    return {
      kind: "unreadable",
      diagnostics: [{ id: "gate-config", severity: "error", message, path: [] }],
    };
  }
  const { value, diagnostics } = readGateConfig(read.file);
  return value === undefined
    ? { kind: "unreadable", diagnostics }
    : { kind: "read", config: value, diagnostics };
}
