import type { Finding } from "../analysis/findings/finding.ts";
import type { Diagnostic } from "../policy/source/diagnostic.ts";
import { configOf, type GateConfigSide } from "./gate-config-side.ts";
import { type PeopleLoad, peopleLoad } from "./people-load.ts";
import type { ReviewedProject } from "./reviewed-project.ts";
import { diagnosticKey, findingKey, stoodBefore } from "./standing-remarks.ts";
import type { Suppressible, Suppression } from "./suppression.ts";
import { type Suppressions, suppressionFindings, suppressionsAt } from "./suppressions.ts";

/** Something that is said of a project as it will be, and what the gate makes of it. */
export interface Judged<T> {
  readonly remark: T;
  /** It was there before the change. */
  readonly standing: boolean;
  /** The suppression by which it is not shown and closes nothing. */
  readonly ignoredBy: Suppression | undefined;
}

/** A project with what is said of it, sorted into new, standing and ignored. */
export interface JudgedProject extends ReviewedProject {
  readonly findings: readonly Judged<Finding>[];
  readonly diagnostics: readonly Judged<Diagnostic>[];
  /** How many calls wait for people; absent where no saved calls were replayed. */
  readonly load?: PeopleLoad;
}

/** What projects are judged by. */
export interface JudgedProjectFacts {
  readonly projects: readonly ReviewedProject[];
  readonly baseConfig: GateConfigSide;
  readonly headConfig: GateConfigSide;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/**
 * Sorts what is said of each project. Ignored is what the configuration of the trust branch ignores and will go on to
 * ignore: a pull request cannot silence its own findings. What is wrong with suppressions is said of those that will hold.
 */
export function judgedProjects({ projects, baseConfig, headConfig, now }: JudgedProjectFacts): {
  readonly projects: readonly JudgedProject[];
  readonly suppressionFindings: readonly Finding[];
} {
  const before = configOf(baseConfig)?.suppressions ?? [];
  const after = configOf(headConfig)?.suppressions ?? before;
  const suppressions = suppressionsAt([before, after], now);
  const remarked = projects.map(({ change: { head, findings } }) => ({
    policy: head.policy,
    remarks: [...findings, ...head.diagnostics],
  }));
  return {
    projects: projects.map((project) => ({
      ...judgedProject(project, suppressions),
      ...(project.simulation === undefined
        ? {}
        : { load: peopleLoad(project.simulation, configOf(baseConfig)) }),
    })),
    suppressionFindings: suppressionFindings(after, remarked, now),
  };
}

/** Where the base cannot be read, everything is new: nobody knows what stood there. */
function judgedProject(project: ReviewedProject, suppressions: Suppressions): JudgedProject {
  const { base, head, baseFindings, findings } = project.change;
  const judge = <T extends Suppressible>(
    remarks: readonly T[],
    stood: readonly boolean[],
  ): readonly Judged<T>[] =>
    remarks.map((remark, index) => ({
      remark,
      standing: stood[index] === true,
      ignoredBy: suppressions.of(remark, head.policy),
    }));
  const findingsStood = stoodBefore(
    baseFindings.map((finding) => findingKey(finding, base.policy)),
    findings.map((finding) => findingKey(finding, head.policy)),
  );
  const diagnosticsStood = stoodBefore(
    base.diagnostics.map(diagnosticKey),
    head.diagnostics.map(diagnosticKey),
  );
  return {
    ...project,
    findings: judge(findings, findingsStood),
    diagnostics: judge(head.diagnostics, diagnosticsStood),
  };
}

/** What is not ignored. */
export function shown<T>(judged: readonly Judged<T>[]): readonly Judged<T>[] {
  return judged.filter(({ ignoredBy }) => ignoredBy === undefined);
}

/** When suppressions end by which something is ignored, milliseconds since the epoch. */
export function endsOfSuppressions(projects: readonly JudgedProject[]): readonly number[] {
  return projects
    .flatMap(({ findings, diagnostics }) => [...findings, ...diagnostics])
    .flatMap(({ ignoredBy }) => (ignoredBy === undefined ? [] : [ignoredBy.endsAt]));
}
