/** What a rule says about a call it decides. The file's own words, XACML's notion. */
export type Effect = "always_run" | "require_approval" | "block";

/** The short words people read: run < hold < block. */
export const effectWord: Record<Effect, "run" | "hold" | "block"> = {
  always_run: "run",
  require_approval: "hold",
  block: "block",
};
