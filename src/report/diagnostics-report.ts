import type { Severity, SourceFile } from "../policy/source/diagnostic.ts";
import type { Block, Item } from "./document/block.ts";
import { paragraph } from "./document/block.ts";
import { codeFrame } from "./document/code-frame.ts";
import { messagePhrase } from "./document/message-phrase.ts";
import { bareText, type Phrase, phrase, type Tone, words } from "./document/phrase.ts";
import type { Remark } from "./remark.ts";

const tones: Readonly<Record<Severity, Tone>> = { error: "red", warning: "yellow", info: "cyan" };

/**
 * What readers and analysis have to say about files, each remark with its place, the line it is about, a caret below what is meant,
 * why and what to do. `files` are the texts that the spans speak of. Nothing when there is nothing to say.
 */
export function diagnosticBlocks(
  remarks: readonly Remark[],
  files: readonly SourceFile[],
): readonly Block[] {
  if (remarks.length === 0) return [];
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return [{ kind: "remarks", items: remarks.map((one) => remark(one, texts)) }];
}

function remark(
  { id, severity, message, why, help, span }: Remark,
  texts: ReadonlyMap<string, string>,
): Item {
  const place = span === undefined ? [] : phrase`${placePhrase(span)} `;
  const frame = span === undefined ? undefined : codeFrame(texts.get(span.file) ?? "", span);
  return {
    text: phrase`${place}${words(severity, tones[severity])}: ${messagePhrase(message)} [${words(id)}]`,
    below: [
      ...(frame === undefined || frame.text === "" ? [] : [{ kind: "frame", frame } as const]),
      ...(why === undefined ? [] : [paragraph(phrase`why: ${messagePhrase(why)}`)]),
      ...(help === undefined ? [] : [paragraph(phrase`help: ${messagePhrase(help)}`)]),
    ],
  };
}

/** `kortix.yaml:12:13`, as editors and terminals make it a link. */
function placePhrase({ file, start }: NonNullable<Remark["span"]>): Phrase {
  return bareText(`${file}:${start.line}:${start.column}`);
}

/** `2 errors, 1 warning`; `no remarks` for none. */
export function severityCount(remarks: readonly Remark[]): Phrase {
  const counts = (["error", "warning", "info"] as const).flatMap((severity) => {
    const count = remarks.filter((one) => one.severity === severity).length;
    const noun = severity === "info" ? "remark" : severity;
    return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
  });
  return words(counts.length === 0 ? "no remarks" : counts.join(", "));
}
