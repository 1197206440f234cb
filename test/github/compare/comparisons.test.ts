import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test } from "vitest";
import { comparisons } from "../../../src/github/compare/comparisons.ts";
import type { ManifestFiles } from "../../../src/review/manifest-files.ts";
import { projectChange } from "../../../src/review/project-change.ts";
import type { ProjectFiles } from "../../../src/review/project-files.ts";
import { edits, generatedManifest } from "../../bench/generated-manifest.ts";
import { openDesk, policy } from "../desk.ts";
import { startRunning } from "../running-app.ts";

const manifest = (text: string): ManifestFiles => ({
  root: "kortix.yaml",
  files: [{ path: "kortix.yaml", text }],
  faults: [],
});
const absent: ManifestFiles = { root: undefined, files: [], faults: [] };
const project = (base: string, head: string): ProjectFiles => ({
  name: "kortix.yaml",
  base: manifest(base),
  head: manifest(head),
});

/** Files that nobody can compare, because they are none. */
const broken = { ...project("", ""), base: undefined } as unknown as ProjectFiles;

const rules = generatedManifest(40, 7);
const changed = edits["5 % flipped"]?.(rules) ?? rules;

const threads = comparisons(1);
afterAll(() => threads.stop());

describe("a comparison in a thread", () => {
  test.each<[string, ProjectFiles]>([
    ["an effect", project(policy(), policy({ refund: "always_run" }))],
    ["nothing", project(policy(), policy())],
    ["a manifest that comes", { ...project("", policy()), base: absent }],
    ["a manifest that cannot be read", project(policy(), "kortix_version: [")],
    ["arguments", project(policy(), policy({ first: condition("/^(?!dup).*$/i") }))],
    ["rules of every kind", project(JSON.stringify(rules), JSON.stringify(changed))],
  ])("says what one in this thread says: %s", async (_name, files) => {
    const said = await threads.compare(files);
    expect(said).toEqual(projectChange(files));
    expect(await comparisons(0).compare(files)).toEqual(said);
  });

  test("lets this thread answer others meanwhile", async () => {
    let ticks = 0;
    const other = setInterval(() => {
      ticks += 1;
    }, 1);
    await sleep(5);
    const before = ticks;
    const many = JSON.stringify(generatedManifest(120, 3));
    await threads.compare(project(many, JSON.stringify(generatedManifest(120, 4))));
    clearInterval(other);
    expect(ticks - before).toBeGreaterThan(10);
  });

  test("is done once for equal files, and again after it failed", async () => {
    const files = project(policy(), policy({ reply: "block" }));
    const first = await threads.compare(files);
    expect(await threads.compare(structuredClone(files))).toBe(first);
    await expect(threads.compare(broken)).rejects.toThrow("undefined");
    await expect(threads.compare(broken)).rejects.toThrow("undefined");
    expect(await threads.compare(files)).toBe(first);
  });

  test("that is not finished when the app ends rejects", async () => {
    const own = comparisons(1);
    const many = JSON.stringify(generatedManifest(120, 5));
    const unfinished = own.compare(project(many, JSON.stringify(generatedManifest(120, 6))));
    const refused = expect(unfinished).rejects.toThrow("Terminating");
    await own.stop();
    await refused;
  });
});

test("the app judges a pull request by a comparison in a thread", async () => {
  const running = await startRunning({}, { comparisonThreads: 1 });
  try {
    const desk = await openDesk(running.github, { organization: "threads" });
    const pull = await desk.propose("change", { "kortix.yaml": policy({ refund: "always_run" }) });
    await desk.answer(pull, "action_required", "@threads/finance");
    await desk.approve(pull, "maria");
    await desk.answer(pull, "success");
  } finally {
    await running.close();
  }
});

function condition(match: string): string {
  return `  - match: "stripe.create_refund"
    action: always_run
    conditions:
      - { arg: reason, match: "${match}" }
`;
}
