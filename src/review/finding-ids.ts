import { findingKinds } from "../analysis/findings/finding-kinds.ts";
import { incompleteKinds } from "../analysis/findings/incomplete-kinds.ts";
import { suppressionKinds } from "../analysis/findings/suppression-kinds.ts";
import { kortixDiagnostics } from "../policy/dialects/kortix/diagnostic-kinds.ts";
import { nearWord } from "../policy/dialects/kortix/near-word.ts";
import { quoted } from "../policy/source/visible-text.ts";
import type { ConfigPath, ReportFault } from "./config-fault.ts";

const onRequest = new Set(findingKinds.filter((kind) => kind.onRequest).map(({ id }) => id));
const findings = findingKinds.map(({ id }) => id).filter((id) => !onRequest.has(id));
const incomplete = incompleteKinds.map(({ id }) => id);
const suppressing = new Set(suppressionKinds.map(({ id }) => id));
const errors = new Set(
  Object.entries(kortixDiagnostics).flatMap(([id, { severity }]) =>
    severity === "error" ? [id] : [],
  ),
);
const diagnostics = Object.keys(kortixDiagnostics);

const closing = [...diagnostics, ...findings, ...incomplete];
const ignorable = [...diagnostics.filter((id) => !errors.has(id)), ...findings];

/** Reports an id under `findings.close` that stands for nothing, or for what must not close the gate. */
export function checkClosingId(id: string, path: ConfigPath, report: ReportFault): void {
  if (closing.includes(id)) return;
  if (onRequest.has(id)) {
    const message = `${quoted(id)} is true of many sound policies, and cannot close the gate`;
    report(path, { message, help: "remove it" });
  } else if (suppressing.has(id)) {
    const message = `${quoted(id)} speaks of the configuration, which no pull request may have changed, and cannot close the gate`;
    report(path, { message, help: "remove it" });
  } else {
    report(path, unknownId(id, closing));
  }
}

/** Reports an id under `findings.ignore` that stands for nothing, or for what must not be ignored. */
export function checkIgnoredId(id: string, path: ConfigPath, report: ReportFault): void {
  if (ignorable.includes(id)) return;
  if (errors.has(id)) {
    const message = `${quoted(id)} says that the platform does not do what is written, and cannot be ignored`;
    report(path, { message, help: "mend the manifest" });
  } else if (onRequest.has(id)) {
    const message = `${quoted(id)} is looked for only on request, so there is nothing to ignore`;
    report(path, { message, help: "remove it" });
  } else if (suppressing.has(id) || incomplete.includes(id)) {
    const message = `${quoted(id)} says what is not looked at, and cannot be ignored`;
    report(path, { message, help: "remove it" });
  } else {
    report(path, unknownId(id, ignorable));
  }
}

function unknownId(id: string, known: readonly string[]): { message: string; help: string } {
  const near = nearWord(id, known);
  const help = near === undefined ? "write a finding's id" : `did you mean \`${near}\`?`;
  return { message: `there is no finding ${quoted(id)}`, help };
}
