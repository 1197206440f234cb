import { CompiledCases, differences, tight } from "../analysis/compiled/compiled-check.ts";

/**
 * Compares compiled policies with the plain evaluator on random policies and calls for some seconds: `tsx test/fuzz/compiled.ts
 * [seconds] [first seed]`. Prints each mistake with its seed; exits 1 if there was one.
 */
const seconds = Number(process.argv[2] ?? 60);
const first = Number(process.argv[3] ?? Math.floor(Math.random() * 1e9));
const end = performance.now() + seconds * 1000;
const counts = { pairs: 0, calls: 0, mistakes: 0 };
const perPair = 2000;

for (let seed = first; performance.now() < end; seed += 1) {
  const cases = new CompiledCases(seed);
  const { policies, manifests } = cases.pair();
  const limits = [{}, tight, { patience: 0, names: 0 }][seed % 3];
  counts.pairs += 1;
  counts.calls += perPair;
  for (const mistake of differences(policies, cases.calls(manifests, perPair), limits)) {
    counts.mistakes += 1;
    console.error(`seed ${seed}: ${mistake}\n  ${JSON.stringify(manifests)}`);
  }
}
console.log(JSON.stringify({ first, ...counts }));
process.exitCode = counts.mistakes === 0 ? 0 : 1;
