import { afterAll, beforeAll } from "vitest";
import { type Running, startRunning } from "./running-app.ts";

/** The app and its stand-in for all stories of a file: started before the first, ended after the last. */
export function sharedRunning(...start: Parameters<typeof startRunning>): Running {
  let started: Running | undefined;
  const running = (): Running => {
    if (started === undefined) throw new Error("the app did not start");
    return started;
  };
  beforeAll(async () => {
    started = await startRunning(...start);
  });
  afterAll(async () => {
    await started?.close();
  });
  return {
    get github() {
      return running().github;
    },
    get database() {
      return running().database;
    },
    url: () => running().url(),
    restart: () => running().restart(),
    close: () => running().close(),
  };
}
