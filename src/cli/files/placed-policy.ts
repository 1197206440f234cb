import type { Connector } from "../../policy/connector.ts";
import type { Policy } from "../../policy/policy.ts";
import type { Rule } from "../../policy/rule.ts";
import type { Diagnostic } from "../../policy/source/diagnostic.ts";
import type { Span } from "../../policy/source/span.ts";

/** What a file is called in messages, by the path that its manifest gives it. */
export type FileName = (path: string) => string;

/** A policy whose rules and connectors name their files as the command line does. */
export function placedPolicy(policy: Policy, name: FileName): Policy {
  const rules = (list: readonly Rule[]): readonly Rule[] => list.map((rule) => placed(rule, name));
  const connectors =
    policy.connectors === undefined
      ? undefined
      : new Map(
          [...policy.connectors].map(([slug, connector]): [string, Connector] => [
            slug,
            placed({ ...connector, rules: rules(connector.rules) }, name),
          ]),
        );
  return { ...policy, rules: rules(policy.rules), connectors };
}

/** Diagnostics that name their files as the command line does. */
export function placedDiagnostics(
  diagnostics: readonly Diagnostic[],
  name: FileName,
): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) => placed(diagnostic, name));
}

function placed<T extends { readonly span?: Span }>(value: T, name: FileName): T {
  const { span } = value;
  return span === undefined ? value : { ...value, span: { ...span, file: name(span.file) } };
}
