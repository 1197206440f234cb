import { type DiagnosticKind, documentDiagnostics } from "../../source/document-diagnostics.ts";

/**
 * Everything that reading a manifest can report. An error: something is dropped or unreadable, or opens without a word;
 * the gate closes on it. A warning: it reads, and is probably not what its author believes.
 */
export const kortixDiagnostics = {
  ...documentDiagnostics,
  "manifest-missing": {
    severity: "error",
    meaning: "none of the files is a manifest that the platform reads",
  },
  "manifest-shadowed": {
    severity: "warning",
    meaning: "a second manifest stands beside the one that is read, and has no effect",
  },
  "manifest-case": {
    severity: "warning",
    meaning: "a file's name differs from the manifest's in upper and lower case, so it is not read",
  },
  "toml-manifest": {
    severity: "error",
    meaning: "the manifest is TOML, which is not read here",
  },
  "manifest-not-map": {
    severity: "error",
    meaning: "the manifest is not a map, so the platform takes it as empty",
  },
  "version-unreadable": {
    severity: "error",
    meaning: "`kortix_version` is a number that the platform refuses, with the whole file",
  },
  "version-inexact": {
    severity: "warning",
    meaning:
      "`kortix_version` is read, but not as it is written, and the platform's validator refuses it",
  },
  "import-failed": {
    severity: "error",
    meaning: "`imports` cannot be followed, so the platform refuses the whole manifest",
  },
  "policy-not-map": {
    severity: "error",
    meaning: "`policy` is not a map, so its settings are lost",
  },
  "default-mode-unknown": {
    severity: "error",
    meaning: "`policy.default_mode` is not a mode, so every call that no rule decides runs",
  },
  "rules-not-list": {
    severity: "error",
    meaning: "`policies` is not a list, so every project rule is dropped",
  },
  "rule-dropped": {
    severity: "error",
    meaning: "a project rule is malformed, so the platform drops it",
  },
  "dead-guard": {
    severity: "error",
    meaning:
      "the expression of a rule that holds or blocks does not compile, so the rule guards nothing",
  },
  "dead-rule": {
    severity: "warning",
    meaning:
      "the expression of a rule that lets calls run does not compile, so the rule never applies",
  },
  "position-ignored": {
    severity: "warning",
    meaning: "a rule's `position` is not read: rules apply in the order of the file",
  },
  "connectors-not-list": {
    severity: "error",
    meaning: "`connectors` is not a list, so the platform removes every declared connector",
  },
  "connector-dropped": {
    severity: "error",
    meaning: "a connector entry is malformed, so the platform drops it with its rules",
  },
  "connector-duplicate": {
    severity: "error",
    meaning: "a connector is declared twice, so the later entry is dropped with its rules",
  },
  "switch-unread": {
    severity: "error",
    meaning: "`enabled` or `sensitive` is no boolean, so what it should close stands open",
  },
  "switch-empty": {
    severity: "warning",
    meaning: "`enabled` or `sensitive` is written as nothing, so its default stands",
  },
  "setting-unread": {
    severity: "warning",
    meaning: "a connector's setting is not text, so its default stands",
  },
  "approval-ttl-malformed": {
    severity: "error",
    meaning: "`approvals.ttl` is not a duration, so the default of 24 hours stands",
  },
  "agents-malformed": {
    severity: "error",
    meaning: "`agents` cannot be read in this version of the file, so no agent may call anything",
  },
  "agent-malformed": {
    severity: "error",
    meaning: "an agent's entry is malformed, so that agent may call nothing",
  },
  "default-agent-unknown": {
    severity: "warning",
    meaning: "`default_agent` names no agent that may call anything",
  },
  "guard-misspelt": {
    severity: "error",
    meaning: "a key is almost the name of a setting that restricts calls, and is not read",
  },
  "guard-misplaced": {
    severity: "error",
    meaning: "a setting that restricts calls stands where it is not read",
  },
  "unknown-key": {
    severity: "warning",
    meaning: "a key is almost the name of a setting, and is not read",
  },
  "unread-guard": {
    severity: "warning",
    meaning: "a key looks as if it restricts calls, and is not read",
  },
  "odd-characters": {
    severity: "warning",
    meaning: "a pattern holds characters that do not show or look like others",
  },
  "looks-like-expression": {
    severity: "warning",
    meaning: "a pattern looks like an expression, and is read as plain text",
  },
} as const satisfies Record<string, DiagnosticKind>;

/** The id of something that reading a manifest can report. */
export type KortixDiagnosticId = keyof typeof kortixDiagnostics;
