import type { Call } from "../../policy/call.ts";

/** The connector and the action of a call; for any connector, an action is a whole path. */
export function callTarget(
  connector: string | null,
  action: string,
): Pick<Call, "connector" | "action"> {
  if (connector !== null) {
    return { connector, action };
  }
  const dot = action.indexOf(".");
  return { connector: action.slice(0, dot), action: action.slice(dot + 1) };
}
