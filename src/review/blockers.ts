import type { Simulation } from "../analysis/simulation/simulation.ts";
import { effectWord } from "../policy/effect.ts";
import type { Diagnostic } from "../policy/source/diagnostic.ts";
import { quoted } from "../policy/source/visible-text.ts";
import type { Blocker } from "./blocker.ts";
import { brokenInvariant } from "./broken-invariant.ts";
import { invariantText } from "./config-change.ts";
import type { GateConfig } from "./gate-config.ts";
import { configOf, type GateConfigSide } from "./gate-config-side.ts";
import type { ManifestSide } from "./project-change.ts";
import type { ReviewedProject } from "./reviewed-project.ts";

/**
 * Everything that must be mended in the change before anybody is asked: files, configuration, policy tests, invariants.
 * What the configuration says of it holds as it is on the trust branch and as it will be: neither can be escaped by
 * changing it in the same pull request.
 */
export function blockers(
  projects: readonly ReviewedProject[],
  {
    baseConfig,
    headConfig,
  }: { readonly baseConfig: GateConfigSide; readonly headConfig: GateConfigSide },
): readonly Blocker[] {
  const configs = [baseConfig, headConfig].flatMap((side) => configOf(side) ?? []);
  const closing = new Set(configs.flatMap(({ closingFindings }) => closingFindings));
  return [
    ...projects.flatMap(({ change }) => ofManifest(change.head, closing)),
    ...projects.flatMap(({ change }) =>
      change.findings
        .filter(({ id }) => closing.has(id))
        .map((finding) => fromRemark("finding", finding)),
    ),
    ...ofConfig(headConfig),
    ...projects.flatMap(({ simulation }) =>
      simulation === undefined ? [] : ofSimulation(simulation),
    ),
    ...projects.flatMap(({ change }) => ofInvariants(change.head, configs)),
  ];
}

function ofManifest(
  { faults, diagnostics, policy }: ManifestSide,
  closing: ReadonlySet<string>,
): readonly Blocker[] {
  return [
    ...faults.map(
      ({ path, because }): Blocker => ({
        kind: "unreadable",
        message: `${quoted(path)} ${because}`,
      }),
    ),
    ...diagnostics.flatMap((diagnostic) => {
      if (diagnostic.severity === "error") {
        return [fromRemark(policy === undefined ? "unreadable" : "dropped", diagnostic)];
      }
      return closing.has(diagnostic.id) ? [fromRemark("finding", diagnostic)] : [];
    }),
  ];
}

function ofConfig(config: GateConfigSide): readonly Blocker[] {
  if (config.kind !== "unreadable") return [];
  return config.diagnostics
    .filter(({ severity }) => severity === "error")
    .map((diagnostic) => fromRemark("config", diagnostic));
}

function fromRemark(
  kind: Blocker["kind"],
  { message, help, span }: Pick<Diagnostic, "message" | "help" | "span">,
): Blocker {
  return {
    kind,
    message,
    ...(help === undefined ? {} : { help }),
    ...(span === undefined ? {} : { span }),
  };
}

function ofSimulation({ fault, unmet }: Simulation): readonly Blocker[] {
  const corpus: Blocker[] = fault === undefined ? [] : [{ kind: "corpus", message: fault }];
  return [
    ...corpus,
    ...unmet.map(({ saved, expect, decision: { effect } }): Blocker => {
      const word = effect === "denied" || effect === "indeterminate" ? effect : effectWord[effect];
      const call = quoted(`${saved.call.connector}.${saved.call.action}`);
      const place = quoted(`${saved.file}:${saved.line}`);
      return {
        kind: "expectation",
        message: `${call} is pinned to ${expect} in ${place} and would be ${word}`,
        help: "mend the rule, or change the pinned decision in the corpus in a change of its own",
      };
    }),
  ];
}

function ofInvariants(
  { policy, root }: ManifestSide,
  configs: readonly GateConfig[],
): readonly Blocker[] {
  if (policy === undefined || root === undefined) return [];
  const invariants = configs.flatMap((config) => config.invariants);
  const distinct = new Map(invariants.map((invariant) => [invariantText(invariant), invariant]));
  return [...distinct.values()].flatMap((invariant) => brokenInvariant(policy, invariant));
}
