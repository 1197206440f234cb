import { jsonDocument } from "../../report/json/json-text.ts";
import { filesOf, type SarifReport, sarifLog } from "../../report/sarif/sarif-report.ts";
import { version } from "../version.ts";

/** A report as SARIF 2.1.0. `uriOf`: what other programs know a file of the report by. */
export async function writtenSarif(
  report: SarifReport,
  uriOf: (file: string) => Promise<string> | string,
): Promise<string> {
  const uris = new Map<string, string>();
  for (const file of filesOf(report)) uris.set(file, await uriOf(file));
  return jsonDocument(
    sarifLog(report, { version: version(), uriOf: (file) => uris.get(file) ?? file }),
  );
}
