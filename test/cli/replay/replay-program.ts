// Replays a file in worker threads and prints whether that could be done, and what it says: `replay-program.ts FILE WORKERS`.
import { statSync } from "node:fs";
import { Replay } from "../../../src/analysis/simulation/replay.ts";
import { replayInParts } from "../../../src/cli/replay/replay-parts.ts";
import { replayedPolicies } from "./replayed-policies.ts";

const [path = "", workers = "2"] = process.argv.slice(2);
const policies = replayedPolicies();
const replay = new Replay(...policies);
const file = {
  path,
  file: "calls.jsonl",
  size: statSync(path).size,
  policies,
  catalogue: new Map(),
};
let looked = { calls: 0, bytes: 0 };
const done = await replayInParts(replay, file, Number(workers), (look) => {
  looked = look();
});
console.log(JSON.stringify({ done, looked, simulation: replay.result() }));
