import type { SourceFile } from "../../policy/source/diagnostic.ts";
import { quoted } from "../../policy/source/visible-text.ts";
import { type GateConfig, gateConfigPath } from "../../review/gate-config.ts";
import { readGateConfig } from "../../review/read-gate-config.ts";
import { unreadable } from "../command-error.ts";
import { complain } from "../output/complain.ts";
import type { Io } from "../output/output.ts";
import { type ReadManifest, readTextArgument } from "./read-manifest.ts";

/** A configuration of the gate, for what it says of findings, with its text. */
export interface SuppressingConfig {
  readonly config: GateConfig;
  readonly file: SourceFile;
}

/** The configuration that `--config` names. Rejects for one that does not read. */
export async function namedConfig(text: string, io: Io): Promise<SuppressingConfig> {
  const file = { ...(await readTextArgument(text, io)), path: text };
  const { value, diagnostics } = readGateConfig(file);
  if (value !== undefined) return { config: value, file };
  const [first] = diagnostics.filter(({ severity }) => severity === "error");
  const line = first?.span === undefined ? "" : ` line ${first.span.start.line}:`;
  throw unreadable(
    `the configuration ${quoted(text)} cannot be read:${line} ${first?.message}`,
    first?.help,
  );
}

/** The configuration that lies beside a manifest, where a repository has it; one that does not read says so and ignores nothing. */
export async function configBeside(
  manifest: ReadManifest,
  io: Io,
): Promise<SuppressingConfig | undefined> {
  const { found, path } = await manifest.beside(gateConfigPath);
  if (found.kind === "absent") return undefined;
  const file = found.kind === "text" ? { path, text: found.file.text } : undefined;
  const config = file === undefined ? undefined : readGateConfig(file).value;
  if (file !== undefined && config !== undefined) return { config, file };
  await complain(io.stderr, `${quoted(path)} cannot be read, so no finding is ignored`);
  return undefined;
}
