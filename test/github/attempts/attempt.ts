import { type ExpectStatic, test, vi } from "vitest";
import { type Desk, type DeskOptions, openDesk, type Pull, policy } from "../desk.ts";
import type { Running, startRunning } from "../running-app.ts";
import { sharedRunning } from "../shared-running.ts";

/** What an attempt is told with: a desk of its own, and what refunds may do in it. */
export interface Stage {
  readonly desk: Desk;
  readonly running: Running;
  readonly expect: ExpectStatic;
  /** A pull request after which every refund runs without a person, judged and closed. */
  propose(): Promise<Pull>;
}

/** Every refund runs without a person. */
export const loosened = { "kortix.yaml": policy({ refund: "always_run" }) };

/** One attempt to get past the gate, by its number in `docs/attempts.md`. */
export type Attempt = (
  row: number,
  title: string,
  story: (stage: Stage) => Promise<void>,
  options?: Partial<DeskOptions>,
) => void;

/** Starts the app once for the attempts of a file; each has an organization of its own, `attempt-12`. */
export function attempts(...start: Parameters<typeof startRunning>): Attempt {
  vi.setConfig({ maxConcurrency: 20, testTimeout: 120_000, hookTimeout: 60_000 });
  const running = sharedRunning(...start);
  return (row, title, story, options = {}) => {
    test.concurrent(`attempt ${row}: ${title}`, async ({ expect }) => {
      const { github } = running;
      const desk = await openDesk(github, { organization: `attempt-${row}`, ...options });
      const propose = async (): Promise<Pull> => {
        const pull = await desk.propose("loosen", loosened);
        await desk.answer(pull, "action_required");
        return pull;
      };
      await story({ desk, running, expect, propose });
      expect(github.violations).toEqual([]);
    });
  };
}
