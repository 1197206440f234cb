import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtProgram, startApp } from "../github/app-process.ts";
import { createSupportDesk, repository, supportDesk } from "../github/support-desk.ts";
import { startStandIn } from "../stand-in/stand-in.ts";
import { play } from "./story.ts";

/**
 * The main job, end to end, in half a minute: the real app as its own process (HTTP, signatures, SQLite) against a
 * stand-in for GitHub on loopback. Exits 0 when every step ended as it must.
 */
const folder = mkdtempSync(join(tmpdir(), "countersign-demo-"));
const github = await startStandIn();
const app = await startApp(github, join(folder, "countersign.db"), builtProgram);
try {
  await createSupportDesk(github);
  await play(github, { repository, moved: supportDesk("kortix.moved.yaml") });
} finally {
  await app.stop();
  await github.close();
  rmSync(folder, { recursive: true, force: true });
}
