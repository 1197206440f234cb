/** The keys that one kind of map may hold. */
export interface KnownKeys {
  /** Keys that this reader or another part of the platform reads. */
  readonly known: readonly string[];
  /** Those of them that restrict calls: misspelt, they open without a word. */
  readonly guards: readonly string[];
  /** Names that look as if they restrict calls and are read by nobody; `"any"`: every other key of the map does. */
  readonly lookalikes: readonly string[] | "any";
}

const permissionWords = [
  "access",
  "action",
  "actions",
  "allow",
  "allowed",
  "allowed_actions",
  "ask",
  "block",
  "blocked",
  "blocked_actions",
  "default_mode",
  "deny",
  "denied",
  "denied_actions",
  "disabled",
  "guardrails",
  "mode",
  "permission",
  "permissions",
  "policy",
  "read_only",
  "readonly",
  "require_approval",
  "requires_approval",
  "restricted",
  "risk",
  "rules",
];

/** The root of a manifest. */
export const rootKeys: KnownKeys = {
  known: [
    "agents",
    "approvals",
    "apps",
    "connectors",
    "crafts",
    "default_agent",
    "env",
    "imports",
    "kortix_version",
    "opencode",
    "policies",
    "policy",
    "project",
    "runtime",
    "sandbox",
    "subprojects",
    "triggers",
    "volumes",
  ],
  guards: ["agents", "approvals", "policies", "policy"],
  lookalikes: [...permissionWords, "conditions", "sensitive"],
};

/** `policy`, of which one key is read. */
export const policyKeys: KnownKeys = {
  known: ["default_mode"],
  guards: ["default_mode"],
  lookalikes: "any",
};

/** `approvals`, of which one key is read. */
export const approvalKeys: KnownKeys = { known: ["ttl"], guards: ["ttl"], lookalikes: "any" };

/** An entry of `connectors`. */
export const connectorKeys: KnownKeys = {
  known: [
    "account",
    "app",
    "auth",
    "authorization_strategy",
    "base_url",
    "baseUrl",
    "craft",
    "credential",
    "enabled",
    "endpoint",
    "headers",
    "name",
    "platform",
    "policies",
    "provider",
    "sensitive",
    "slug",
    "spec",
    "transport",
    "url",
  ],
  guards: ["authorization_strategy", "enabled", "policies", "sensitive"],
  lookalikes: [...permissionWords, "agent_scope", "approval", "approvals", "conditions"],
};

/** An entry of `policies`. */
export const ruleKeys: KnownKeys = {
  known: ["action", "conditions", "match", "position"],
  guards: [],
  lookalikes: [
    "agent",
    "agents",
    "args",
    "connector",
    "disabled",
    "effect",
    "enabled",
    "except",
    "expires",
    "if",
    "only",
    "risk",
    "sensitive",
    "unless",
    "until",
    "when",
    "where",
  ],
};

/** The same for a rule that lets calls run: without its conditions it lets more of them run. */
export const openingRuleKeys: KnownKeys = { ...ruleKeys, guards: ["conditions"] };

/** An entry of `conditions`. */
export const conditionKeys: KnownKeys = {
  known: ["arg", "match", "negate"],
  guards: ["negate"],
  lookalikes: [
    "equals",
    "except",
    "flags",
    "invert",
    "max",
    "min",
    "not",
    "not_match",
    "op",
    "operator",
    "value",
  ],
};

/** An agent's entry. */
export const agentKeys: KnownKeys = {
  known: ["connectors", "connectors_personal", "connectors_required", "enabled", "name"],
  guards: ["enabled"],
  lookalikes: ["disabled", "policies", "policy", "sensitive"],
};
