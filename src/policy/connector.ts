import type { Json } from "./call.ts";
import type { Rule } from "./rule.ts";
import type { Span } from "./source/span.ts";

/** A connector that survived loading. */
export interface Connector {
  readonly slug: string;
  readonly enabled: boolean;
  readonly sensitive: boolean;
  readonly rules: readonly Rule[];
  /**
   * Which system a call reaches and as whom: provider, app, account, url, spec, endpoint, base_url, platform,
   * transport, auth, headers, authorization_strategy, after the loader's defaults. Not part of a decision,
   * but part of what a decision means.
   */
  readonly target: { readonly [key: string]: Json };
  readonly span?: Span;
}
