// An instance that accepts and judges as fast as it can until it is killed: `hurried-instance.ts URL NAME`.
// Each line on standard output says what the store has confirmed.
import { writeSync } from "node:fs";
import { openStore } from "../../src/storage/store.ts";
import { delivery, permit, pullRequest, verdict } from "./samples.ts";

const [url = "", name = ""] = process.argv.slice(2);
const store = await openStore(url, { instance: name });

const confirm = (...words: readonly (string | number)[]): number =>
  writeSync(1, `${words.join(" ")}\n`);

for (let count = 0; ; count += 1) {
  const number = count % 3;
  const id = `${name}/${process.pid}/${count}/${number}`;
  await store.inbox.accept(delivery(id, pullRequest(number)));
  confirm("accepted", id);
  const claim = await store.work.claim();
  if (claim !== undefined) {
    const used = { ...permit, pullNumber: number, reviewId: Math.floor(claim.token / 5) };
    const outcome = { decisions: [verdict("closed")], permits: [used] };
    const completion = await store.work.complete(claim, outcome);
    if (completion.kind === "completed") confirm("completed", claim.key, claim.token);
  }
  await new Promise(setImmediate);
}
