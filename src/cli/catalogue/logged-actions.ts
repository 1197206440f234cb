import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import { badLineTally } from "../../analysis/simulation/bad-lines.ts";
import type { Call, Risk } from "../../policy/call.ts";
import { showBadLines } from "../bad-lines.ts";
import { readLogs } from "../files/read-logs.ts";
import type { Io } from "../output/output.ts";
import { withProgress } from "../output/progress.ts";

/**
 * The actions that logs, or saved calls, name, each with the last risk that is known. A call that the policy did not see may
 * name no action at all, so it says nothing.
 */
export async function loggedActions(
  logs: readonly string[],
  io: Io,
): Promise<{ readonly actions: Catalogue; readonly badLines: number }> {
  const actions = new Map<string, Map<string, Risk | undefined>>();
  const badLines = badLineTally();
  const take = ({ connector, action, risk }: Call): void => {
    const known = actions.get(connector) ?? new Map<string, Risk | undefined>();
    actions.set(connector, known.set(action, risk ?? known.get(action)));
  };
  for await (const entries of withProgress(await readLogs(logs, undefined, io), io)) {
    for (const entry of entries) {
      if (entry.kind === "bad-line") badLines.take(entry);
      if (entry.kind === "logged-call" && entry.answer !== "not-reached") take(entry.saved.call);
    }
  }
  await showBadLines(badLines.result(), io);
  return { actions, badLines: badLines.result().count };
}
