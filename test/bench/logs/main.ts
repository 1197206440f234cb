import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { type MadeFile, makeLogs } from "./make-logs.ts";

// Writes generated logs into a folder: `main.ts FOLDER [--calls 1000000] [--seed 5] FILE...`, each file named after what it holds,
// such as call-records.jsonl, audit-export.csv.gz or saved-calls.jsonl. What must be found in them goes to standard output.
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    calls: { type: "string", default: "1000000" },
    seed: { type: "string", default: "5" },
  },
});
const [folder = ".", ...files] = positionals;
const size = { calls: Number(values.calls), seed: Number(values.seed) };
const known = /^(saved-calls|call-records|audit-export)\.(jsonl|json|csv)(\.gz)?$/;
const unknown = files.find((name) => !known.test(name));
if (unknown !== undefined) throw new Error(`${unknown} names no log`);
mkdirSync(folder, { recursive: true });
const made = await makeLogs(folder, files as readonly MadeFile[], size);
console.log(JSON.stringify(made, undefined, 1));
