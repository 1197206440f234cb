import type { Diagnostic, Severity, SourceFile } from "../policy/source/diagnostic.ts";
import type { Block, Item } from "./document/block.ts";
import { paragraph } from "./document/block.ts";
import { codeFrame } from "./document/code-frame.ts";
import { messagePhrase } from "./document/message-phrase.ts";
import { bareText, type Phrase, phrase, type Tone, words } from "./document/phrase.ts";

const tones: Readonly<Record<Severity, Tone>> = { error: "red", warning: "yellow", info: "cyan" };

/**
 * What readers have to say about files, each remark with its place, the line it is about, a caret below what is meant,
 * and what to do. `files` are the texts that the spans speak of. Nothing when there is nothing to say.
 */
export function diagnosticBlocks(
  diagnostics: readonly Diagnostic[],
  files: readonly SourceFile[],
): readonly Block[] {
  if (diagnostics.length === 0) return [];
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return [{ kind: "remarks", items: diagnostics.map((diagnostic) => remark(diagnostic, texts)) }];
}

function remark(
  { id, severity, message, help, span }: Diagnostic,
  texts: ReadonlyMap<string, string>,
): Item {
  const place = span === undefined ? [] : phrase`${placePhrase(span)} `;
  const frame = span === undefined ? undefined : codeFrame(texts.get(span.file) ?? "", span);
  return {
    text: phrase`${place}${words(severity, tones[severity])}: ${messagePhrase(message)} [${words(id)}]`,
    below: [
      ...(frame === undefined || frame.text === "" ? [] : [{ kind: "frame", frame } as const]),
      ...(help === undefined ? [] : [paragraph(phrase`help: ${messagePhrase(help)}`)]),
    ],
  };
}

/** `kortix.yaml:12:13`, as editors and terminals make it a link. */
function placePhrase({ file, start }: NonNullable<Diagnostic["span"]>): Phrase {
  return bareText(`${file}:${start.line}:${start.column}`);
}

/** `2 errors, 1 warning`; `no remarks` for none. */
export function severityCount(diagnostics: readonly Diagnostic[]): Phrase {
  const counts = (["error", "warning", "info"] as const).flatMap((severity) => {
    const count = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    const noun = severity === "info" ? "remark" : severity;
    return count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
  });
  return words(counts.length === 0 ? "no remarks" : counts.join(", "));
}
