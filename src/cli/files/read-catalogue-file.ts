import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import { readCatalogue } from "../../analysis/catalogue/read-catalogue.ts";
import { quoted } from "../../policy/source/visible-text.ts";
import { unreadable } from "../command-error.ts";
import type { Io } from "../output/output.ts";
import { readTextArgument } from "./read-manifest.ts";

/** The catalogue that `--catalogue` names; an empty one when it names none. Rejects for one that does not read. */
export async function readCatalogueFile(text: string | undefined, io: Io): Promise<Catalogue> {
  if (text === undefined) return new Map();
  const file = await readTextArgument(text, io);
  const { value, diagnostics } = readCatalogue({ ...file, path: text });
  if (value !== undefined) return value;
  const [first] = diagnostics.filter(({ severity }) => severity === "error");
  const line = first?.span === undefined ? "" : ` line ${first.span.start.line}:`;
  throw unreadable(
    `the catalogue ${quoted(text)} cannot be read:${line} ${first?.message}`,
    first?.help,
  );
}
