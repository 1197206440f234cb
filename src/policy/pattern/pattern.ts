/**
 * A rule's `match` or a condition's `match`, classified. `text` is the pattern as the platform sees it (a rule's is
 * trimmed, a condition's is not).
 *
 * - `anything`: exactly `*`.
 * - `glob`: literal but for `*`, anchored, ignoring case.
 * - `expression`: `/body/flags`, searched, always ignoring case; `flags` already holds the added `i`.
 * - `dead`: an expression that does not compile; it matches nothing.
 */
export type Pattern =
  | { readonly kind: "anything"; readonly text: "*" }
  | { readonly kind: "glob"; readonly text: string }
  | {
      readonly kind: "expression";
      readonly text: string;
      readonly body: string;
      readonly flags: string;
    }
  | { readonly kind: "dead"; readonly text: string; readonly because: string };
