/** What a review's text asks for beside what the review itself says. */
export interface OverrideCommand {
  readonly step: "request" | "confirm";
  /** Empty when none is given. */
  readonly reason: string;
}

/** Longer reasons are cut. */
const longestReason = 500;

/**
 * Reads `/countersign override REASON` or `/countersign confirm` from the beginning of a review's text. Undefined for
 * every other text.
 */
export function overrideCommand(body: string | null): OverrideCommand | undefined {
  const [, word, rest = ""] =
    /^\/countersign[ \t]+(override|confirm)(?:\s+([\s\S]*))?$/.exec(body ?? "") ?? [];
  if (word === undefined) return undefined;
  const reason = [...rest.trim()].slice(0, longestReason).join("");
  return { step: word === "override" ? "request" : "confirm", reason };
}
