/** Connectors that one agent may call: every one, or those listed (canonical slugs, sorted). */
export type Grant = "all" | readonly string[];

/** Who may call which connector at all. */
export type Grants =
  | { readonly kind: "unrestricted" }
  | {
      readonly kind: "restricted";
      /** Agents that the file grants something; an agent that is not here may call nothing. */
      readonly byAgent: ReadonlyMap<string, Grant>;
    };
