import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { randomSource } from "../analysis/diff/random-policies.ts";

const slugs = ["stripe", "helpdesk", "github", "gmail", "linear", "notion", "db", "crm"];
const verbs = ["get", "list", "create", "update", "delete", "send", "search", "archive"];
const nouns = ["refund", "invoice", "thread", "note", "issue", "page", "row", "contact"];
const reasons = ["duplicate", "fraud", "requested by customer", "test order"];
const channels = ["public-support", "private-ops"];

/** Whether calls have some hundred names between them, or each a name of its own. */
export type Names = "few" | "unique";

/** Lines of saved calls as a log writes them, about 200 bytes each. The same calls for the same numbers. */
export function* generatedCalls(count: number, names: Names): Generator<string> {
  const random = randomSource(5);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  for (let index = 0; index < count; index += 1) {
    const number = names === "unique" ? index : Math.floor(random() * 2);
    const call = {
      connector: pick(slugs),
      action: `${pick(verbs)}_${pick(nouns)}_${number}`,
      args: {
        reason: pick(reasons),
        amount: Math.floor(random() * 10_000),
        to: `user${Math.floor(random() * 100_000)}@acme.com`,
        message: { channel: pick(channels) },
      },
      risk: pick(["read", "write"]),
      at: `2026-10-0${1 + Math.floor(random() * 7)}T09:30:00Z`,
    };
    yield `${JSON.stringify(call)}\n`;
  }
}

/** Writes the lines to a file, some number of times. */
export async function writeCalls(path: string, lines: Iterable<string>, times = 1): Promise<void> {
  const file = createWriteStream(path);
  const blocks: string[] = [];
  let block = "";
  for (const line of lines) {
    block += line;
    if (block.length < 1_000_000) continue;
    blocks.push(block);
    block = "";
  }
  blocks.push(block);
  for (let time = 0; time < times; time += 1) {
    for (const text of blocks) if (!file.write(text)) await once(file, "drain");
  }
  file.end();
  await once(file, "close");
}
