import { z } from "zod";

const text = z.string().trim().min(1);

/** An owner entry's key is compared as written: a trimmed one could hide another. */
const owners = z.record(
  z.string(),
  z
    .array(text.describe("@user, @organization/team, or bot:ID for a bot"))
    .min(1)
    .describe("Any one of these may approve; `approvals.required` says how many must."),
);

const duration = z.string().regex(/^[0-9]{1,5}[mhd]$/);

const approvals = z.strictObject({
  ttl: duration
    .optional()
    .describe("How long an approval counts: 30m, 4h, 7d. At least one minute."),
  required: z
    .int()
    .min(1)
    .max(20)
    .optional()
    .describe("Distinct owners that must approve each connector's change."),
  widest_team: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe("A team with more people than this cannot be an owner. Default: 250."),
});

const breakGlass = z.strictObject({
  team: text.describe("@organization/team, of which two people together may override the gate."),
  ttl: duration
    .optional()
    .describe("How long an override counts, from its request: 30m, 4h. Default: 4h."),
});

const effect = z.enum(["run", "hold", "block", "always_run", "require_approval"]);

const exemption = z.strictObject({
  arg: text.describe("The argument, as in a rule's condition."),
  match: z.string().min(1),
  negate: z.boolean().optional(),
});

const invariant = z
  .strictObject({
    call: text.describe("Path pattern of the calls, as in a project rule: *.delete_*"),
    at_least: effect
      .optional()
      .describe("The least restrictive decision that such a call may get."),
    never: effect.optional().describe("The decision that such a call must never get."),
    unless: z
      .array(exemption)
      .min(1)
      .max(10)
      .optional()
      .describe("Calls for which all of these conditions hold are exempt."),
  })
  .refine((value) => (value.at_least === undefined) !== (value.never === undefined))
  .meta({ oneOf: [{ required: ["at_least"] }, { required: ["never"] }] });

const suppression = z.strictObject({
  id: text.describe("The id of a finding, or of a diagnostic that is no error."),
  rule: text.optional().describe("The pattern of the one rule that is meant, as written."),
  reason: text.max(1000).describe("Why it is no matter."),
  until: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .describe("The last day that it holds, in UTC: 2026-12-31."),
});

const findings = z.strictObject({
  close: z.array(text).optional().describe("Ids of findings that close the gate."),
  ignore: z
    .array(suppression)
    .max(200)
    .optional()
    .describe("Findings that are neither shown nor close the gate."),
});

const report = z.strictObject({
  log: z
    .union([text, z.array(text).min(1)])
    .describe(
      "Globs of the platform's logs: call records or its audit export, as JSON Lines, one JSON list or CSV; `mounted:` before one of files that are mounted for the app.",
    ),
  every: duration
    .optional()
    .describe(
      "From one report to the next, and how much of the log each covers: 7d. At least a day.",
    ),
});

/** The shape of `.github/countersign.yml`. The JSON Schema for editors is generated from it. */
export const gateConfigSchema = z.strictObject({
  owners: owners.describe(
    "Who approves changes of which connector. `*` is asked for every connector without an entry.",
  ),
  manifest: z
    .union([text, z.array(text).min(1)])
    .optional()
    .describe("Path or globs of the manifests. Default: kortix.yaml, then kortix.yml."),
  branches: z.array(text).optional().describe("Trust branches beside the default branch."),
  corpus: z
    .union([text, z.array(text)])
    .optional()
    .describe(
      "Globs of files with saved calls, JSON Lines or one JSON or YAML list; `mounted:` before one of files that are mounted for the app.",
    ),
  approvals: approvals
    .optional()
    .describe("How many approvals are needed, and how long they count."),
  catalog: text
    .optional()
    .describe("Path of the action catalogue: the actions that exist, with their risk."),
  invariants: z.array(invariant).max(100).optional().describe("Never merged, whoever approves."),
  redact: z
    .array(text)
    .optional()
    .describe("Argument paths whose values are never shown, customer.*"),
  findings: findings.optional().describe("Findings that close the gate, and findings to ignore."),
  report: report
    .optional()
    .describe("A report of approvals that the app writes as an issue. Off when left out."),
  break_glass: breakGlass
    .optional()
    .describe("Who may open the gate in an emergency, two people together. Off when left out."),
});

/** The configuration as written. */
export type GateConfigText = z.infer<typeof gateConfigSchema>;

/** The keys of each map in the file that has fixed ones, by the key that leads to it; the file itself by "". */
export const gateConfigKeys: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    "": gateConfigSchema,
    approvals,
    findings,
    ignore: suppression,
    break_glass: breakGlass,
    report,
    invariants: invariant,
    unless: exemption,
  }).map(([key, { shape }]) => [key, Object.keys(shape)]),
);

/** The JSON Schema that is published for editors (draft 2020-12). */
export function gateConfigJsonSchema(): object {
  return {
    ...z.toJSONSchema(gateConfigSchema),
    title: "Countersign: .github/countersign.yml",
  };
}
