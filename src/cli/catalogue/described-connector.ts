import { actionsOf } from "../../analysis/catalogue/built-catalogue.ts";
import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import { describedActions } from "../../analysis/catalogue/described-actions.ts";
import { decodeUtf8 } from "../../policy/source/decode-utf8.ts";
import { quoted } from "../../policy/source/visible-text.ts";
import { unreadable } from "../command-error.ts";
import { boundedBytes } from "../files/bounded-read.ts";
import { fileSources } from "../files/file-source.ts";
import type { Io } from "../output/output.ts";

/** A description may be large: the largest that are published have some 10 MiB. */
const largest = 67_108_864;

/** The actions of one connector, as a file describes it. Rejects when it describes none. */
export async function describedConnector(slug: string, file: string, io: Io): Promise<Catalogue> {
  const sources = await fileSources([file], io);
  const [source, ...others] = sources;
  if (source === undefined || others.length > 0) {
    throw unreadable(`${quoted(file)} names several files`, "name one for each connector");
  }
  const bytes = await boundedBytes(source.chunks(), largest);
  if (bytes.length > largest) throw unreadable(`${quoted(file)} is larger than 64 MiB`);
  const { value: text, diagnostics } = decodeUtf8(source.name, bytes);
  if (text === undefined) {
    throw unreadable(`${quoted(file)} cannot be read: ${diagnostics[0]?.message}`);
  }
  const actions = describedActions({ path: source.name, text });
  if ("because" in actions) throw unreadable(`${quoted(file)} cannot be read: ${actions.because}`);
  return new Map([[slug, actionsOf(actions)]]);
}
