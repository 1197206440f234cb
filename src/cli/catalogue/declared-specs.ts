import { posix } from "node:path";
import { actionsOf } from "../../analysis/catalogue/built-catalogue.ts";
import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import { describedActions } from "../../analysis/catalogue/described-actions.ts";
import { quoted } from "../../policy/source/visible-text.ts";
import { unreadable } from "../command-error.ts";
import { readManifest } from "../files/read-manifest.ts";
import { showErrors } from "../manifest-remarks.ts";
import { complain } from "../output/complain.ts";
import type { Io } from "../output/output.ts";

/** The actions of the connectors of a manifest whose `spec:` is a file below its folder; says which are none. */
export async function declaredSpecs(manifest: string, io: Io): Promise<readonly Catalogue[]> {
  const read = await readManifest(manifest, io);
  await showErrors(read, io);
  if (read.policy === undefined) throw unreadable(`${quoted(manifest)} is no manifest`);
  const catalogues: Catalogue[] = [];
  for (const { slug, target } of read.policy.connectors?.values() ?? []) {
    const { spec } = target;
    if (typeof spec !== "string") continue;
    const found = await specFile(spec, read.beside);
    if (typeof found === "string") {
      await complain(
        io.stderr,
        `${quoted(slug)} is left out: its \`spec\` ${found}`,
        undefined,
        "warning",
      );
      continue;
    }
    catalogues.push(new Map([[slug, found]]));
  }
  return catalogues;
}

/** The actions that a spec describes, or why it gives none, as a clause about it. */
async function specFile(
  spec: string,
  beside: Awaited<ReturnType<typeof readManifest>>["beside"],
): Promise<ReturnType<typeof actionsOf> | string> {
  const path = posix.normalize(spec);
  if (/^[a-z][a-z0-9+.-]*:/i.test(spec) || path.startsWith("/") || path.startsWith("..")) {
    return `${quoted(spec)} is no file below the manifest's folder`;
  }
  const { found } = await beside(path);
  if (found.kind === "absent") return `${quoted(spec)} is not there`;
  if (found.kind === "folder") return `${quoted(spec)} is a folder`;
  if (found.kind === "fault") return `${quoted(spec)} ${found.because}`;
  const actions = describedActions(found.file);
  return "because" in actions
    ? `${quoted(spec)} cannot be read: ${actions.because}`
    : actionsOf(actions);
}
