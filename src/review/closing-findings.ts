import { findingKinds } from "../analysis/findings/finding-kinds.ts";
import { incompleteKinds } from "../analysis/findings/incomplete-kinds.ts";
import { kortixDiagnostics } from "../policy/dialects/kortix/diagnostic-kinds.ts";
import { nearWord } from "../policy/dialects/kortix/near-word.ts";
import { quoted } from "../policy/source/visible-text.ts";
import type { ReportFault } from "./config-fault.ts";

const onRequest = new Set(findingKinds.filter((kind) => kind.onRequest).map(({ id }) => id));
const findingIds: readonly string[] = [
  ...Object.keys(kortixDiagnostics),
  ...[...findingKinds, ...incompleteKinds].map(({ id }) => id).filter((id) => !onRequest.has(id)),
];

/** Reports each id under `findings.close` that stands for nothing, or for what must not close the gate. */
export function checkClosingFindings(ids: readonly string[], report: ReportFault): void {
  for (const [index, id] of ids.entries()) {
    if (findingIds.includes(id)) continue;
    if (onRequest.has(id)) {
      const message = `${quoted(id)} is true of many sound policies, and cannot close the gate`;
      report(["findings", "close", index], { message, help: "remove it" });
      continue;
    }
    const near = nearWord(id, findingIds);
    const help = near === undefined ? "write a finding's id" : `did you mean \`${near}\`?`;
    report(["findings", "close", index], { message: `there is no finding ${quoted(id)}`, help });
  }
}
