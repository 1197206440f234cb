import { diffPolicies } from "../../src/analysis/diff/diff-policies.ts";
import { mistakes } from "../analysis/diff/differential-check.ts";
import { PolicyGenerator, policyOf } from "../analysis/diff/random-policies.ts";

/**
 * Compares the exact diff with `evaluate` on random policies and calls for some seconds: `tsx test/fuzz/exact.ts [seconds]
 * [first seed]`. Prints each mistake with its seed; exits 1 if there was one.
 */
const seconds = Number(process.argv[2] ?? 60);
const first = Number(process.argv[3] ?? Math.floor(Math.random() * 1e9));
const end = performance.now() + seconds * 1000;
const counts = { pairs: 0, calls: 0, changes: 0, undecided: 0, unchanged: 0, mistakes: 0 };

for (let seed = first; performance.now() < end; seed += 1) {
  const generator = new PolicyGenerator(seed, seed % 4 === 0);
  const base = generator.manifest();
  const head = generator.random() < 0.7 ? generator.edited(base) : generator.manifest();
  const policies = [policyOf(base), policyOf(head)] as const;
  const diff = diffPolicies(...policies);
  const calls = Array.from({ length: 60 }, () => generator.call([base, head]));
  counts.pairs += 1;
  counts.calls += calls.length;
  counts.changes += diff.changes.length;
  counts.undecided += diff.undecided.length;
  counts.unchanged += diff.complete && diff.changes.length === 0 ? 1 : 0;
  for (const mistake of mistakes(policies, diff, calls)) {
    counts.mistakes += 1;
    console.error(`seed ${seed}: ${mistake}\n  ${JSON.stringify(base)}\n  ${JSON.stringify(head)}`);
  }
}
console.log(JSON.stringify({ first, ...counts }));
process.exitCode = counts.mistakes === 0 ? 0 : 1;
