import type { Call, Risk } from "../../policy/call.ts";
import { type BadLine, badLine, type Place } from "./bad-line.ts";
import { deepestArguments, isArguments } from "./call-arguments.ts";
import { isKnownKey, meantKey } from "./meant-key.ts";
import {
  BadRecord,
  countField,
  type Fields,
  isMap,
  momentField,
  nameField,
  noteField,
  wordField,
} from "./record-field.ts";
import type { CallRecord, Expectation, SavedCall } from "./saved-call.ts";
import { shown } from "./shown.ts";

/**
 * Reads one parsed record of a corpus. A record that does not say exactly which call it is, or that holds a key which
 * looks like a slip of a known one, is a bad line. Other unknown keys are the log's own and ignored. The connector and
 * the action are trimmed as the platform trims them.
 */
export function readSavedCall(value: unknown, place: Place): SavedCall | BadLine {
  try {
    return savedCall(value, place);
  } catch (error) {
    if (error instanceof BadRecord) return badLine(place, error.message, error.help);
    throw error;
  }
}

function savedCall(value: unknown, place: Place): SavedCall {
  if (!isMap(value)) {
    throw new BadRecord(
      `${shown(value)} is not a saved call`,
      'write an object: {"connector": "stripe", "action": "create_refund", "args": {}}',
    );
  }
  refuseSlips(value);
  const at = momentField(value, "at");
  const firstAt = momentField(value, "first_at");
  const expect = wordField<Expectation>(value, "expect", ["run", "hold", "block"]);
  const record = callRecord(value);
  return {
    kind: "call",
    call: callOf(value),
    count: countField(value),
    ...(at === undefined ? {} : { at }),
    ...(firstAt === undefined ? {} : { firstAt }),
    ...(expect === undefined ? {} : { expect }),
    ...(record === undefined ? {} : { record }),
    file: place.file,
    line: place.line,
  };
}

function refuseSlips(record: Fields): void {
  for (const key of Object.keys(record)) {
    const meant = isKnownKey(key) ? undefined : meantKey(key, record);
    if (meant !== undefined) {
      throw new BadRecord(`unknown key ${shown(key)}`, `did you mean \`${meant}\`?`);
    }
  }
}

function callOf(record: Fields): Call {
  const connector = slugOf(record);
  const action = nameField(record, "action");
  const args = argumentsOf(record);
  const risk = riskOf(record);
  const agent = (record.agent ?? undefined) === undefined ? undefined : nameField(record, "agent");
  return {
    connector,
    action,
    ...(args === undefined ? {} : { args }),
    ...(risk === undefined ? {} : { risk }),
    ...(agent === undefined ? {} : { agent }),
  };
}

// The platform answers any other slug with 400 before it looks at a rule.
const slugPattern = /^[a-z0-9][a-z0-9_-]{0,127}$/;

function slugOf(record: Fields): string {
  const slug = nameField(record, "connector");
  if (slugPattern.test(slug)) return slug;
  throw new BadRecord(`\`connector\` is ${shown(slug)}, which is no slug`, slugAdvice(slug));
}

function slugAdvice(slug: string): string {
  if (slugPattern.test(slug.toLowerCase())) return `did you mean \`${slug.toLowerCase()}\`?`;
  if (slug.includes(".")) return "write what stands after the first dot as `action`";
  return "a slug is 1 to 128 of `a` to `z`, `0` to `9`, `_`, `-`, and starts with a letter or digit";
}

function argumentsOf(record: Fields): Call["args"] {
  const args = record.args;
  if (args === undefined) return undefined;
  if (!isMap(args)) {
    throw new BadRecord(
      `\`args\` is ${shown(args)}, not a map`,
      "write `{}` for a call without arguments, leave `args` out when they are not known",
    );
  }
  if (isArguments(args)) return args;
  throw new BadRecord(
    `\`args\` is nested deeper than ${deepestArguments} levels or holds what JSON does not have`,
  );
}

function riskOf(record: Fields): Risk | undefined {
  // A log writes a risk that it does not know as null.
  if (record.risk === null) return undefined;
  return wordField<Risk>(record, "risk", ["read", "write", "destructive"]);
}

function callRecord(record: Fields): CallRecord | undefined {
  const status = noteField(record, "status");
  const decision = noteField(record, "decision");
  const decidedAt = momentField(record, "decided_at");
  const resolvedBy = noteField(record, "resolved_by");
  const all: CallRecord = {
    ...(status === undefined ? {} : { status }),
    ...(decision === undefined ? {} : { decision }),
    ...(decidedAt === undefined ? {} : { decidedAt }),
    ...(resolvedBy === undefined ? {} : { resolvedBy }),
  };
  return Object.keys(all).length === 0 ? undefined : all;
}
