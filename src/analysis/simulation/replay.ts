import type { RuleReference } from "../../policy/decision.ts";
import type { Policy } from "../../policy/policy.ts";
import { type CompiledLimits, CompiledPair } from "../compiled/compiled-pair.ts";
import type { SideAnswer } from "../compiled/outcome.ts";
import { decideCall } from "../masked/decide-call.ts";
import type { BadLine } from "./bad-line.ts";
import { badLineTally, corpusFault } from "./bad-lines.ts";
import { changeGroups, type GroupMark, type GroupsPart } from "./change-groups.ts";
import { addMatrix, newMatrix } from "./decision-matrix.ts";
import { expectationTally, meetsExpectation } from "./expectations.ts";
import { type HoldPart, holdTally } from "./holds.ts";
import { type MissingPart, missingTally } from "./missing-arguments.ts";
import type { ReplayedCall } from "./replayed-call.ts";
import type { Expectation, SavedCall } from "./saved-call.ts";
import type { Simulation } from "./simulation.ts";
import { add, count, newTally } from "./tally.ts";

/** Decides saved calls under two policies, one by one, and counts what changes; its size does not depend on their number. */
export class Replay {
  readonly #head: Policy;
  readonly #pair: CompiledPair<GroupMark>;
  readonly #total = newTally();
  readonly #presumed = newTally();
  readonly #undecidable = newTally();
  readonly #missing = missingTally();
  readonly #badLines = badLineTally();
  readonly #expectations = expectationTally();
  readonly #holds = holdTally();
  readonly #matrix = newMatrix();
  readonly #changed = changeGroups();
  readonly #indeterminate = changeGroups();

  constructor(base: Policy, head: Policy, limits: Partial<CompiledLimits> = {}) {
    this.#head = head;
    this.#pair = new CompiledPair(base, head, limits);
  }

  /** Calls that were decided so far. */
  get calls(): number {
    return this.#total.calls;
  }

  /** Counts a line that holds no call. */
  refuse(line: BadLine): void {
    this.#badLines.take(line);
  }

  /** Decides a call. */
  take(call: ReplayedCall): void {
    const outcome = this.#pair.outcome(call);
    const { base, head } = outcome;
    count(this.#total, call.count);
    if (outcome.presumed) count(this.#presumed, call.count);
    const unknown = missingIn(head) ?? missingIn(base);
    if (unknown !== undefined) {
      count(this.#undecidable, call.count);
      this.#missing.take(call.saved(), ...unknown);
    }
    if (call.expect !== undefined) this.#test(call, head);
    if (base.effect === "indeterminate" || head.effect === "indeterminate") {
      this.#indeterminate.add(call, outcome);
      return;
    }
    count(this.#matrix[base.effect][head.effect], call.count);
    if (base.effect !== head.effect) this.#changed.add(call, outcome);
    const { count: weight, at, firstAt } = call;
    this.#holds.take({ call, count: weight, at, firstAt }, base.effect, head.effect);
  }

  #test(call: ReplayedCall, head: SideAnswer): void {
    if (meetsExpectation(call, head)) {
      this.#expectations.pass();
    } else {
      const saved = call.saved();
      this.#expectations.take(saved, decideCall(this.#head, saved.call));
    }
  }

  /** All that was counted, as plain data. */
  part(): ReplayPart {
    const { expectations, unmet } = this.#expectations.result();
    return {
      total: this.#total,
      matrix: this.#matrix,
      changed: this.#changed.part(),
      indeterminate: this.#indeterminate.part(),
      holds: this.#holds.part(),
      presumed: this.#presumed,
      undecidable: this.#undecidable,
      missing: this.#missing.part(),
      expectations,
      unmet: unmet.map(({ saved }) => saved),
      badLines: this.#badLines.result(),
    };
  }

  /**
   * Counts what another replay, of the same policies, has counted of the next part of a file: as if its calls were taken here,
   * provided that the part is whole (`isWholePart`). `shift`: what its line numbers lack.
   */
  absorb(part: ReplayPart, shift: number): void {
    add(this.#total, part.total);
    addMatrix(this.#matrix, part.matrix);
    this.#changed.absorb(part.changed, shift);
    this.#indeterminate.absorb(part.indeterminate, shift);
    this.#holds.absorb(part.holds);
    add(this.#presumed, part.presumed);
    add(this.#undecidable, part.undecidable);
    this.#missing.absorb(part.missing);
    const unmet = part.unmet.map((saved) => {
      const decision = decideCall(this.#head, saved.call);
      // INVARIANT: only what pins a decision is kept as unmet.
      const expect = saved.expect as Expectation;
      return { saved: { ...saved, line: saved.line + shift }, expect, decision };
    });
    this.#expectations.absorb(part.expectations, unmet);
    this.#badLines.absorb(part.badLines, shift);
  }

  result(): Simulation {
    const badLines = this.#badLines.result();
    const fault = corpusFault(this.#total.calls, badLines);
    return {
      total: this.#total,
      matrix: this.#matrix,
      changed: this.#changed.total,
      groups: this.#changed.groups(),
      ungrouped: this.#changed.ungrouped,
      indeterminate: this.#indeterminate.total,
      indeterminateGroups: this.#indeterminate.groups(),
      holds: this.#holds.result(),
      presumed: this.#presumed,
      undecidable: this.#undecidable,
      missing: this.#missing.result(),
      ...this.#expectations.result(),
      badLines,
      ...(fault === undefined ? {} : { fault }),
    };
  }
}

/** What a replay has counted of a part of a file. */
export interface ReplayPart
  extends Pick<
    Simulation,
    "total" | "matrix" | "presumed" | "undecidable" | "expectations" | "badLines"
  > {
  readonly changed: GroupsPart;
  readonly indeterminate: GroupsPart;
  readonly holds: HoldPart;
  readonly missing: MissingPart;
  /** The first calls whose pinned decision does not hold. */
  readonly unmet: readonly SavedCall[];
}

/** Whether nothing of a part was too many to be told apart, so that it can be put to the parts before it. */
export function isWholePart({ changed, indeterminate, holds, missing }: ReplayPart): boolean {
  const { before, after } = holds.others.all;
  const apart = changed.ungrouped.calls + indeterminate.ungrouped.calls + before + after;
  return apart === 0 && missing.isWhole;
}

/** What would have to be known of a call, and the rule that asks for it. */
function missingIn({
  rule,
  missing,
}: SideAnswer): readonly [RuleReference, readonly string[]] | undefined {
  return rule === undefined || missing === undefined ? undefined : [rule, missing];
}
