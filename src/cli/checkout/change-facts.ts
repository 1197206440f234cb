import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import { simulateStream } from "../../analysis/simulation/simulate.ts";
import type { Simulation } from "../../analysis/simulation/simulation.ts";
import { quoted } from "../../policy/source/visible-text.ts";
import type { CatalogueSides } from "../../review/catalogue-change.ts";
import { actionsFrom } from "../../review/catalogue-source.ts";
import { defaultSettings } from "../../review/default-settings.ts";
import { gateConfigPath } from "../../review/gate-config.ts";
import { configOf, type GateConfigSide } from "../../review/gate-config-side.ts";
import { type ProjectChange, projectChange } from "../../review/project-change.ts";
import type { ProjectFiles } from "../../review/project-files.ts";
import { readGateConfig } from "../../review/read-gate-config.ts";
import type { ChangeFacts } from "../../review/review-change.ts";
import type { Io } from "../output/output.ts";
import { withProgress } from "../output/progress.ts";
import { type CheckoutSides, checkoutProjects } from "./checkout-projects.ts";
import type { CheckoutSide } from "./checkout-side.ts";
import { type CorpusSide, corpusFact, corpusPaths, savedCalls } from "./corpus-fact.ts";

/**
 * What a change in a checkout does. Which files are manifests and which saved calls are replayed is for the base to say,
 * as at the gate.
 */
export async function changeFacts(sides: CheckoutSides, io: Io): Promise<ChangeFacts> {
  const baseConfig = await gateConfigSide(sides.base);
  const headConfig = await gateConfigSide(sides.head);
  const settings = configOf(baseConfig);
  const files = await checkoutProjects(sides, (settings ?? defaultSettings).manifest);
  const catalogue = await catalogueFile(sides.base, settings?.catalog);
  const changes = files.map((file) => projectChange({ ...file, ...catalogue }));
  const actions = actionsFrom(catalogue.catalogue);
  const corpusSide = { side: sides.base, globs: settings?.corpus ?? [] };
  const projects: { change: ProjectChange; simulation: Simulation | undefined }[] = [];
  for (const change of changes) {
    projects.push({
      change,
      simulation: await replay(change, corpusSide, actions, io),
    });
  }
  const headSettings = configOf(headConfig) ?? settings;
  const corpus =
    settings === undefined
      ? undefined
      : await corpusFact(
          { side: sides.base, globs: settings.corpus },
          { side: sides.head, globs: headSettings?.corpus ?? [] },
          { policies: changes.flatMap(({ head }) => head.policy ?? []), actions },
        );
  const after = await catalogueFile(sides.head, headSettings?.catalog);
  return {
    projects,
    baseConfig,
    headConfig,
    ...(corpus === undefined ? {} : { corpus }),
    ...(settings === undefined ? {} : { catalogues: cataloguesOf(catalogue, after) }),
  };
}

function cataloguesOf(
  before: Pick<ProjectFiles, "catalogue">,
  after: Pick<ProjectFiles, "catalogue">,
): CatalogueSides {
  return {
    ...(before.catalogue === undefined ? {} : { base: before.catalogue }),
    ...(after.catalogue === undefined ? {} : { head: after.catalogue }),
  };
}

/** The catalogue that the base's configuration names, if it names one. */
async function catalogueFile(
  { tree }: CheckoutSide,
  path: string | undefined,
): Promise<Pick<ProjectFiles, "catalogue">> {
  if (path === undefined) return {};
  const found = await tree.look(path);
  if (found.kind === "text") return { catalogue: found.file };
  if (found.kind === "fault") return { catalogue: { path, because: found.because } };
  const because = found.kind === "folder" ? "is a folder" : "is not there";
  return { catalogue: { path, because } };
}

async function gateConfigSide({ tree }: CheckoutSide): Promise<GateConfigSide> {
  const found = await tree.look(gateConfigPath);
  if (found.kind === "absent") return { kind: "absent" };
  if (found.kind !== "text") {
    const because = found.kind === "fault" ? found.because : "is a folder";
    const message = `${quoted(gateConfigPath)} ${because}`;
    return {
      kind: "unreadable",
      diagnostics: [{ id: "gate-config", severity: "error", message, path: [] }],
    };
  }
  const { value, diagnostics } = readGateConfig(found.file);
  return value === undefined
    ? { kind: "unreadable", diagnostics }
    : { kind: "read", config: value, diagnostics };
}

/** Undefined when nothing changes, when there are no saved calls, or when a side cannot be read. */
async function replay(
  { base, head, deltas }: ProjectChange,
  corpus: CorpusSide,
  actions: Catalogue,
  io: Io,
): Promise<Simulation | undefined> {
  const paths = corpusPaths(corpus);
  if (deltas.length === 0 || paths.length === 0) return undefined;
  if (base.policy === undefined || head.policy === undefined) return undefined;
  const calls = savedCalls(corpus.side, paths, actions);
  return await simulateStream(base.policy, head.policy, withProgress(calls, io));
}
