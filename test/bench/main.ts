import { benchAccept } from "./accept.ts";
import { benchExactDiff } from "./exact-diff.ts";
import { benchLogs } from "./logs/bench-logs.ts";
import { benchReplay } from "./replay.ts";

const print = (line: string): void => console.log(line);

/** Everything, or the parts that are named: `main.ts exact`, `main.ts accept replay`. */
const parts: Readonly<Record<string, () => void | Promise<void>>> = {
  exact: () => benchExactDiff(print),
  accept: () => benchAccept(print),
  replay: () => benchReplay(print),
  logs: () => benchLogs(print),
};

const named = process.argv.slice(2);
for (const [name, measure] of Object.entries(parts)) {
  if (named.length === 0 || named.includes(name)) await measure();
}
