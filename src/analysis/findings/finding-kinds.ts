import type { FindingKind } from "./finding-kind.ts";
import { absentArgumentRuns } from "./kinds/absent-argument-runs.ts";
import { catchAllOverrules } from "./kinds/catch-all-overrules.ts";
import { conditionWithoutEffect } from "./kinds/condition-without-effect.ts";
import { connectorLayerOverruled } from "./kinds/connector-layer-overruled.ts";
import { defaultRunsDestructive } from "./kinds/default-runs-destructive.ts";
import { guardMissesSibling } from "./kinds/guard-misses-sibling.ts";
import { listDodgesGuard } from "./kinds/list-dodges-guard.ts";
import { guardMatchesNothing, ruleMatchesNothing } from "./kinds/matches-nothing.ts";
import { guardNamesNoAction, ruleNamesNoAction } from "./kinds/names-no-action.ts";
import { ruleCovered } from "./kinds/rule-covered.ts";
import { ruleOverruled } from "./kinds/rule-overruled.ts";
import { ruleRepeatsSlug } from "./kinds/rule-repeats-slug.ts";
import { ruleUndecided } from "./kinds/rule-undecided.ts";
import { ruleWithoutEffect } from "./kinds/rule-without-effect.ts";
import { layersCross, rulesCross } from "./kinds/rules-cross.ts";
import { runsDestructive } from "./kinds/runs-destructive.ts";
import { runsFutureActions } from "./kinds/runs-future-actions.ts";
import { sensitiveOverruled } from "./kinds/sensitive-overruled.ts";
import { slowExpression } from "./kinds/slow-expression.ts";
import { starCrossesDots } from "./kinds/star-crosses-dots.ts";
import { unanchoredExpression } from "./kinds/unanchored-expression.ts";

/** Everything that `lint` looks for, in the order of the documentation: errors, warnings, remarks, then what is asked for. */
export const findingKinds: readonly FindingKind[] = [
  ruleOverruled,
  catchAllOverrules,
  connectorLayerOverruled,
  sensitiveOverruled,
  guardMatchesNothing,
  guardNamesNoAction,
  ruleCovered,
  ruleMatchesNothing,
  ruleNamesNoAction,
  ruleRepeatsSlug,
  absentArgumentRuns,
  listDodgesGuard,
  unanchoredExpression,
  slowExpression,
  runsDestructive,
  defaultRunsDestructive,
  ruleWithoutEffect,
  conditionWithoutEffect,
  guardMissesSibling,
  ruleUndecided,
  rulesCross,
  layersCross,
  starCrossesDots,
  runsFutureActions,
];
