import Database from "better-sqlite3";
import { openLog } from "../../src/storage/decisions/log-reader.ts";
import { openStore } from "../../src/storage/store.ts";

/**
 * What is wrong with a store whose instances were killed while they judged pull requests 1, 2, … of one repository, in
 * words; nothing when all is well. `acknowledged`: ids of events, `NAME/NUMBER`.
 */
export async function storeFaults(
  url: string,
  acknowledged: readonly string[],
): Promise<readonly string[]> {
  const faults = [...integrityFaults(url), ...(await chainFaults(url))];
  const store = await openStore(url, { instance: "auditor" });
  try {
    const missing = await store.inbox.missing(acknowledged);
    if (missing.length > 0) faults.push(`${missing.length} acknowledged events are lost`);
    const verdicts: string[] = [];
    const spent: string[] = [];
    for await (const { kind, workKey, token, pullNumber, body } of store.decisions.exportSince(0)) {
      if (kind === "verdict") verdicts.push(`${workKey} ${token}`);
      if (kind === "spent") spent.push(`${pullNumber} ${JSON.stringify(body)}`);
    }
    if (new Set(verdicts).size < verdicts.length) faults.push("a claim has two verdicts");
    if (new Set(spent).size < spent.length) faults.push("an approval is spent twice");
    for (const { subject, generation, runAt } of await store.work.subjectsOf(1, 42)) {
      const number = subject.kind === "pull-request" ? subject.number : 0;
      const events = acknowledged.filter((id) => id.endsWith(`/${number}`)).length;
      const at = `pull request ${number}`;
      if (generation !== events) faults.push(`${at}: ${events} events, generation ${generation}`);
      const latest = await store.decisions.latestVerdict(42, number);
      if (runAt === undefined && latest?.generation !== generation) {
        faults.push(`${at} is not due and was not judged at its last event`);
      }
    }
  } finally {
    await store.close();
  }
  return faults;
}

function integrityFaults(url: string): readonly string[] {
  if (!url.startsWith("sqlite:")) return [];
  const database = new Database(url.slice("sqlite:".length));
  try {
    const answer = database.pragma("integrity_check", { simple: true });
    return answer === "ok" ? [] : [`the file is broken: ${String(answer)}`];
  } finally {
    database.close();
  }
}

async function chainFaults(url: string): Promise<readonly string[]> {
  const log = await openLog(url);
  try {
    const { faults } = await log.verify();
    return faults.map((fault) => `the log: ${JSON.stringify(fault)}`);
  } finally {
    await log.close();
  }
}
