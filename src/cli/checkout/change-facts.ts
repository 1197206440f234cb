import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import type { Simulation } from "../../analysis/simulation/simulation.ts";
import { quoted } from "../../policy/source/visible-text.ts";
import type { CatalogueSides } from "../../review/catalogue-change.ts";
import { actionsFrom, agreedActions, knownActions } from "../../review/catalogue-source.ts";
import { corpusPlaces } from "../../review/corpus-places.ts";
import { defaultSettings } from "../../review/default-settings.ts";
import { gateConfigPath } from "../../review/gate-config.ts";
import { configOf, type GateConfigSide } from "../../review/gate-config-side.ts";
import { type ProjectChange, projectChange } from "../../review/project-change.ts";
import type { ProjectFiles } from "../../review/project-files.ts";
import { readGateConfig } from "../../review/read-gate-config.ts";
import type { ChangeFacts } from "../../review/review-change.ts";
import type { ReviewedProject } from "../../review/reviewed-project.ts";
import { specChanges } from "../../review/spec-change.ts";
import type { FileSource } from "../files/file-source.ts";
import type { Io } from "../output/output.ts";
import { replayFiles } from "../replay/replay-files.ts";
import { type CheckoutSides, checkoutProjects } from "./checkout-projects.ts";
import type { CheckoutSide } from "./checkout-side.ts";
import { corpusFact, corpusSources } from "./corpus-fact.ts";
import { mountedFiles } from "./mounted-files.ts";
import { projectSpecs } from "./project-specs.ts";

/**
 * What a change in a checkout does. Which files are manifests and which saved calls are replayed is for the base to say,
 * as at the gate. `corpusRoot`: the folder with the repository's saved calls that do not lie in it; without it they are not
 * replayed, which is said.
 */
export async function changeFacts(
  sides: CheckoutSides,
  io: Io,
  corpusRoot?: string,
): Promise<ChangeFacts> {
  const baseConfig = await gateConfigSide(sides.base);
  const headConfig = await gateConfigSide(sides.head);
  const settings = configOf(baseConfig);
  const files = await checkoutProjects(sides, (settings ?? defaultSettings).manifest);
  const catalogue = await catalogueFile(sides.base, settings?.catalog);
  const listed = actionsFrom(catalogue.catalogue);
  const specs = await Promise.all(files.map((file) => projectSpecs(file, sides)));
  const read = files.map((file, index) => {
    const own = specs[index]?.known.filter(({ connector }) => !listed.has(connector)) ?? [];
    return {
      change: projectChange({ ...file, ...catalogue, specs: own }),
      actions: knownActions(catalogue.catalogue, own),
    };
  });
  const globs = corpusPlaces(settings?.corpus ?? []);
  const corpusSide = { side: sides.base, globs: globs.repository };
  const mounted = read.some(({ change }) => change.deltas.length > 0)
    ? await mountedFiles(globs.mounted, corpusRoot, io)
    : [];
  const projects: ReviewedProject[] = [];
  const saved = [...corpusSources(corpusSide), ...mounted];
  for (const { change, actions } of read) {
    projects.push({ change, simulation: await replay(change, saved, actions, io) });
  }
  const headSettings = configOf(headConfig) ?? settings;
  const actions = agreedActions(read.map((project) => project.actions));
  const corpus =
    settings === undefined
      ? undefined
      : await corpusFact(
          { side: sides.base, globs: globs.repository },
          { side: sides.head, globs: corpusPlaces(headSettings?.corpus ?? []).repository },
          { policies: read.flatMap(({ change }) => change.head.policy ?? []), actions },
        );
  const after = await catalogueFile(sides.head, headSettings?.catalog);
  return {
    projects,
    baseConfig,
    headConfig,
    ...(corpus === undefined ? {} : { corpus }),
    mounted: mounted.flatMap((file) => file.fact() ?? []),
    ...(settings === undefined ? {} : { catalogues: cataloguesOf(catalogue, after) }),
    ...(settings === undefined
      ? {}
      : { specs: specChanges(specs.flatMap(({ changed }) => changed)) }),
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
  calls: readonly FileSource[],
  catalogue: Catalogue,
  io: Io,
): Promise<Simulation | undefined> {
  if (deltas.length === 0 || calls.length === 0) return undefined;
  if (base.policy === undefined || head.policy === undefined) return undefined;
  return await replayFiles(calls, [base.policy, head.policy], { catalogue, io });
}
