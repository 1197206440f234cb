import fc from "fast-check";
import { expect, test } from "vitest";
import { openStore, type Store } from "../../../src/storage/store.ts";
import type { Claim } from "../../../src/storage/work/claim.ts";
import { delivery, permit, pullRequest, verdict } from "../samples.ts";
import { describeStores, FakeClock, storeFactories } from "../store-factories.ts";

type Step =
  | { readonly kind: "deliver"; readonly id: number; readonly number: number }
  | { readonly kind: "claim" }
  | { readonly kind: "complete" | "fail" | "release"; readonly which: number }
  | { readonly kind: "pass"; readonly milliseconds: number };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("deliver" as const), id: fc.nat(9), number: fc.nat(2) }),
    fc.record({ kind: fc.constant("claim" as const) }),
    fc.record({
      kind: fc.constantFrom("complete" as const, "fail" as const, "release" as const),
      which: fc.nat(),
    }),
    fc.record({ kind: fc.constant("pass" as const), milliseconds: fc.nat(150) }),
  ),
  { maxLength: 40 },
);

/** What the store has answered so far. */
interface Answers {
  /** The pull requests of the accepted deliveries, by delivery id. */
  readonly accepted: Map<string, number>;
  readonly claims: Claim[];
  readonly spent: boolean[];
}

async function take(step: Step, store: Store, clock: FakeClock, answers: Answers): Promise<void> {
  const { accepted, claims, spent } = answers;
  if (step.kind === "pass") return clock.pass(step.milliseconds);
  if (step.kind === "deliver") {
    const id = `${step.number}/${step.id}`;
    const answer = await store.inbox.accept(delivery(id, pullRequest(step.number)));
    expect(answer).toBe(accepted.has(id) ? "duplicate" : "accepted");
    accepted.set(id, step.number);
    return;
  }
  const claim =
    step.kind === "claim" ? await store.work.claim() : claims[step.which % claims.length];
  if (claim === undefined) return;
  if (step.kind === "claim") claims.push(claim);
  if (step.kind === "fail") await store.work.fail(claim, "no answer");
  if (step.kind === "release") await store.work.release(claim);
  if (step.kind !== "complete") return;
  const outcome = { decisions: [verdict("closed")], permits: [permit] };
  const completion = await store.work.complete(claim, outcome);
  if (completion.kind === "completed") spent.push(...completion.spent);
}

async function verdictsOf(store: Store): Promise<number> {
  let verdicts = 0;
  for await (const { kind } of store.decisions.exportSince(0))
    if (kind === "verdict") verdicts += 1;
  return verdicts;
}

async function generationOf(store: Store, number: number): Promise<number> {
  const tracked = await store.work.subjectsOf(1, 42);
  const own = tracked.find(({ subject }) => "number" in subject && subject.number === number);
  return own?.generation ?? 0;
}

describeStores(storeFactories, "laws of the work queue", ({ name, create }) => {
  test("whatever workers do and in whatever order, the queue keeps them", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (taken) => {
        const clock = new FakeClock();
        const store = await openStore(await create(), { now: clock.now, leaseMs: 100 });
        const answers: Answers = { accepted: new Map(), claims: [], spent: [] };
        for (const step of taken) await take(step, store, clock, answers);
        const { accepted, claims, spent } = answers;

        // Of the claims of one subject none but the last is unfenced.
        const newest = new Map(claims.map((claim) => [claim.key, claim]));
        for (const claim of claims.filter((claim) => newest.get(claim.key) !== claim)) {
          expect(await store.work.stillCurrent(claim)).toBe("fenced");
        }

        // Every completion left one verdict; of all of them the first spent the approval.
        expect(await verdictsOf(store)).toBe(spent.length);
        expect(spent).toEqual(spent.map((_, index) => index === 0));

        // Every accepted event raised its subject's generation once, and judged in peace, none is forgotten.
        clock.pass(1_000_000);
        for (let left = await store.work.claim(); left; left = await store.work.claim()) {
          await store.work.complete(left, { decisions: [verdict("closed")] });
        }
        for (const number of [0, 1, 2]) {
          const events = [...accepted.values()].filter((other) => other === number).length;
          expect(await generationOf(store, number)).toBe(events);
          expect((await store.decisions.latestVerdict(42, number))?.generation ?? 0).toBe(events);
        }
        await store.close();
      }),
      { numRuns: name === "sqlite in memory" ? 100 : 10 },
    );
  });
});
