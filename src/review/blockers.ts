import type { Simulation, UnmetExpectation } from "../analysis/simulation/simulation.ts";
import { effectWord } from "../policy/effect.ts";
import type { Diagnostic } from "../policy/source/diagnostic.ts";
import { quoted } from "../policy/source/visible-text.ts";
import type { Blocker } from "./blocker.ts";
import { brokenInvariant } from "./broken-invariant.ts";
import type { CatalogueChange } from "./catalogue-change.ts";
import { invariantText } from "./config-change.ts";
import type { CorpusFact, CorpusFault } from "./corpus-fact.ts";
import type { GateConfig } from "./gate-config.ts";
import { configOf, type GateConfigSide } from "./gate-config-side.ts";
import { type JudgedProject, shown } from "./judged-project.ts";
import type { ManifestSide } from "./project-change.ts";

/** What can close the gate beside the projects. */
export interface BlockerFacts {
  readonly baseConfig: GateConfigSide;
  readonly headConfig: GateConfigSide;
  /** Absent when no saved calls change. */
  readonly corpus?: CorpusFact;
  /** Why saved calls that hold cannot be replayed; absent: they were. */
  readonly corpusFaults?: readonly CorpusFault[];
  readonly catalogue?: CatalogueChange;
}

/**
 * Everything that must be mended in the change before anybody is asked: files, configuration, policy tests, invariants.
 * What the configuration says of it holds as it is on the trust branch and as it will be: neither can be escaped by
 * changing it in the same pull request.
 */
export function blockers(
  projects: readonly JudgedProject[],
  { baseConfig, headConfig, corpus, corpusFaults = [], catalogue }: BlockerFacts,
): readonly Blocker[] {
  const configs = [baseConfig, headConfig].flatMap((side) => configOf(side) ?? []);
  const closing = new Set(configs.flatMap(({ closingFindings }) => closingFindings));
  return [
    ...projects.flatMap((project) => ofManifest(project, closing)),
    ...projects.flatMap(({ findings }) =>
      shown(findings)
        .filter(({ remark: { id } }) => closing.has(id))
        .map(({ remark }) => fromRemark("finding", remark)),
    ),
    ...ofConfig(headConfig),
    ...corpusFaults.map(fromCorpusFault),
    ...(corpus === undefined ? [] : ofCorpus(corpus)),
    ...(catalogue === undefined ? [] : ofCatalogue(catalogue)),
    ...projects.flatMap(({ simulation }) =>
      simulation === undefined ? [] : ofSimulation(simulation),
    ),
    ...projects.flatMap(({ change }) => ofInvariants(change.head, configs)),
  ];
}

function ofManifest(
  { change, diagnostics }: JudgedProject,
  closing: ReadonlySet<string>,
): readonly Blocker[] {
  const { faults, policy } = change.head;
  return [
    ...faults.map(
      ({ path, because }): Blocker => ({
        kind: "unreadable",
        message: `${quoted(path)} ${because}`,
      }),
    ),
    ...shown(diagnostics).flatMap(({ remark: diagnostic }) => {
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
  return [...corpus, ...ofExpectations(unmet)];
}

/** What a pull request makes of the saved calls must read, and what it pins anew must hold. */
function ofCorpus(corpus: CorpusFact): readonly Blocker[] {
  if (corpus.kind === "unreadable") return [fromCorpusFault(corpus)];
  const { badLines, tooMany, unmet } = corpus.change;
  const [first] = badLines.first;
  const more = badLines.count > 1 ? `, and ${badLines.count - 1} more like it` : "";
  return [
    ...(tooMany
      ? [
          {
            kind: "corpus",
            message: "there are too many different saved calls to compare",
          } as const,
        ]
      : []),
    ...(first === undefined
      ? []
      : [
          {
            kind: "corpus",
            message: `${quoted(`${first.file}:${first.line}`)} holds no saved call: ${first.reason}${more}`,
            help: first.help ?? "mend the line, or remove it",
          } as const,
        ]),
    ...ofExpectations(unmet),
  ];
}

function fromCorpusFault({ path, because, help }: CorpusFault): Blocker {
  return {
    kind: "corpus",
    message: `the saved calls in ${quoted(path)} ${because}`,
    ...(help === undefined ? {} : { help }),
  };
}

function ofCatalogue(change: CatalogueChange): readonly Blocker[] {
  if (change.kind === "compared") return [];
  const { path, because, help } = change;
  return [
    {
      kind: "catalogue",
      message: `the catalogue ${quoted(path)} cannot be read: ${because}`,
      help,
    },
  ];
}

function ofExpectations(unmet: readonly UnmetExpectation[]): readonly Blocker[] {
  return unmet.map(({ saved, expect, decision: { effect } }): Blocker => {
    const word = effect === "denied" || effect === "indeterminate" ? effect : effectWord[effect];
    const call = quoted(`${saved.call.connector}.${saved.call.action}`);
    const place = quoted(`${saved.file}:${saved.line}`);
    return {
      kind: "expectation",
      message: `${call} is pinned to ${expect} in ${place} and would be ${word}`,
      help: "mend the rule, or change the pinned decision in the corpus in a change of its own",
    };
  });
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
