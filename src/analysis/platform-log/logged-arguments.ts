import type { Call } from "../../policy/call.ts";
import { isMasked, omittedKeys } from "../masked/mask.ts";
import { isArguments } from "../simulation/call-arguments.ts";
import { type LogFields, mapOf } from "./log-fields.ts";

type Arguments = NonNullable<Call["args"]>;

/** What a log holds of a call's arguments. */
export interface LoggedArguments {
  /** With masks for what the log left out. */
  readonly args: Arguments;
  readonly extent: "none" | "preview" | "full";
}

/** Arguments of which nothing is known. At a real call there are always some, if only an empty map. */
const nothing: LoggedArguments = { args: { [omittedKeys]: "not logged" }, extent: "none" };

/**
 * The arguments of a recorded call: all of them where the log has them, else the lossy preview that the platform makes of a
 * blocked or held call, else nothing known. Undefined when they are no arguments of any call.
 */
export function loggedArguments(
  fields: LogFields,
  summary: LogFields,
): LoggedArguments | undefined {
  const full = mapOf(fields.value("args", "arguments", "input", "params"));
  if (full !== undefined) return isArguments(full) ? { args: full, extent: "full" } : undefined;
  const preview = mapOf(summary.value("argspreview"));
  if (preview === undefined) return nothing;
  if (!isArguments(preview)) return undefined;
  const isComplete = String(summary.value("argspreviewcomplete")) === "true";
  return { args: isComplete ? preview : marked(preview), extent: "preview" };
}

/** Above this many characters a preview may have been cut at its end, whatever else shows in it. */
const mayBeCut = 32_000;

/**
 * A preview that is not complete and shows no mark of it was cut at its end, so its last key may have lost a part, and keys
 * behind it are missing. A credential is masked in complete previews too, so it explains nothing.
 */
function marked(preview: Arguments): Arguments {
  const isShort = JSON.stringify(preview).length < mayBeCut;
  if (isShort && isMasked(preview, (mask) => mask !== "[redacted]")) return preview;
  const sure = Object.entries(preview).slice(0, -1);
  return { ...Object.fromEntries(sure), [omittedKeys]: "cut" };
}
