import type { z } from "zod";
import { describedType } from "../policy/dialects/kortix/described-type.ts";
import { nearWord } from "../policy/dialects/kortix/near-word.ts";
import type { Diagnostic } from "../policy/source/diagnostic.ts";
import type { Document } from "../policy/source/document.ts";
import { quoted } from "../policy/source/visible-text.ts";
import { type ConfigPath, configFault, type FaultWords } from "./config-fault.ts";
import { gateConfigKeys } from "./gate-config-schema.ts";

type Issue = z.core.$ZodIssue;

/** What the schema has to say about a configuration, in words and with its place: one error or more. */
export function configIssues(issue: Issue, source: Document): readonly Diagnostic[] {
  const path = issue.path.map((key) => (typeof key === "number" ? key : String(key)));
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) =>
      configFault(source, [...path, key], { ...unknownKey(key, path), at: "key" }),
    );
  }
  if (issue.code === "invalid_union") {
    // A list that holds something wrong is told apart from what is neither text nor a list.
    const inside = issue.errors.find((one) => one.every((each) => each.path.length > 0));
    if (inside !== undefined) {
      return inside.flatMap((each) =>
        configIssues({ ...each, path: [...issue.path, ...each.path] }, source),
      );
    }
  }
  return [configFault(source, path, wrongValue(issue, path, valueAt(source.value, path)))];
}

/** A key that the map has no use for: misspelt, or of another map. */
function unknownKey(key: string, path: ConfigPath): FaultWords {
  const message = `unknown key ${quoted(key)}`;
  const here = mapOf(path);
  const keys = [...gateConfigKeys].flatMap(([map, known]) => (map === here ? known : []));
  const near = nearWord(key, keys);
  if (near !== undefined) return { message, help: `did you mean \`${near}\`?` };
  const [elsewhere] = [...gateConfigKeys].find(([, known]) => known.includes(key)) ?? [];
  if (elsewhere === undefined) {
    const words = keys.map((each) => `\`${each}\``).join(", ");
    return { message, help: `write one of ${words}, or remove it` };
  }
  const help =
    elsewhere === "" ? "it stands at the top of the file" : `it stands under \`${elsewhere}\``;
  return { message, help };
}

/** The key that leads to a map, whatever its place in a list. */
function mapOf(path: ConfigPath): string {
  return path.filter((step) => typeof step === "string").at(-1) ?? "";
}

function wrongValue(issue: Issue, path: ConfigPath, value: unknown): FaultWords {
  const where = path.length === 0 ? "the file" : quoted(path.join("."));
  if (value === undefined) return { message: `${where} is missing`, help: "write it" };
  switch (issue.code) {
    case "invalid_type":
      return must(where, value, `${shapes[issue.expected]}`);
    case "invalid_union":
      return must(where, value, "text or a list of texts");
    case "invalid_value":
      return {
        message: `${where} is ${typeof value === "string" ? quoted(value) : describedType(value)}`,
        help: `write ${issue.values.map((each) => `\`${String(each)}\``).join(", ")}`,
      };
    case "invalid_format":
      return path.at(-1) === "until"
        ? { message: `${where} is no day`, help: "write the last day, as 2026-12-31" }
        : { message: `${where} is no duration`, help: "write 30m, 4h or 7d" };
    case "too_small":
      return typeof value === "number"
        ? {
            message: `${where} is less than ${issue.minimum}`,
            help: `write at least ${issue.minimum}`,
          }
        : { message: `${where} is empty`, help: "write something, or leave the key out" };
    case "too_big":
      return typeof value === "number"
        ? {
            message: `${where} is more than ${issue.maximum}`,
            help: `write at most ${issue.maximum}`,
          }
        : {
            message: `${where} has more than ${issue.maximum} ${typeof value === "string" ? "characters" : "entries"}`,
            help: "make it shorter",
          };
    default:
      return {
        message: "an invariant says either `at_least` or `never`",
        help: "write one of the two",
      };
  }
}

/** What the schema calls a kind of value, in words. */
const shapes: Readonly<Record<string, string>> = {
  object: "a map",
  record: "a map",
  array: "a list",
  string: "text",
  number: "a whole number",
  int: "a whole number",
  boolean: "`true` or `false`",
};

function must(where: string, value: unknown, shape: string): FaultWords {
  return { message: `${where} is ${describedType(value)}`, help: `write ${shape}` };
}

function valueAt(root: unknown, path: ConfigPath): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null && Object.hasOwn(value, step)
        ? (value as Record<string | number, unknown>)[step]
        : undefined,
    root,
  );
}
