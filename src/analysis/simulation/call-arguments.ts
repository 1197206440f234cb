import type { Call, Json } from "../../policy/call.ts";

/** Far above any real call; it keeps a hostile record from exhausting the stack of whoever walks the arguments. */
export const deepestArguments = 64;

/** Whether a map holds JSON values alone, nested at most `deepestArguments` levels (so it is no cycle either). */
export function isArguments(value: object): value is Arguments {
  return isJson(value, deepestArguments);
}

type Arguments = NonNullable<Call["args"]>;

function isJson(value: unknown, levels: number): value is Json {
  if (value === null || typeof value !== "object") return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, levels - 1));
  // A YAML 1.1 document can hold dates, sets and bytes.
  if (Object.getPrototypeOf(value) !== Object.prototype) return false;
  return Object.values(value).every((item) => isJson(item, levels - 1));
}
