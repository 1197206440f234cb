import type { Command } from "commander";
import { mergedCatalogue } from "../../analysis/catalogue/built-catalogue.ts";
import type { Catalogue } from "../../analysis/catalogue/catalogue.ts";
import { catalogueText } from "../../report/catalogue-text.ts";
import { type Invocation, newCommand } from "../command.ts";
import { wrongUsage } from "../command-error.ts";
import { type ExitStatus, exitStatus } from "../exit-status.ts";
import { checkStandardInput } from "../files/file-argument.ts";
import { complain } from "../output/complain.ts";
import { withLineOutput } from "../output/line-output.ts";
import type { Io } from "../output/output.ts";
import { declaredSpecs } from "./declared-specs.ts";
import { describedConnector } from "./described-connector.ts";
import { loggedActions } from "./logged-actions.ts";

interface Options {
  readonly output?: string;
  readonly manifest?: string;
}

/**
 * `countersign catalogue build FILE...`: a catalogue of actions from descriptions of connectors (`SLUG=FILE`) and from logs or saved
 * calls (`FILE`), under the names and with the risks that the platform gives them. Ends with 2 when one cannot be read.
 */
export function buildCommand({ io, conclude }: Invocation): Command {
  return newCommand("build", "make a catalogue of descriptions of connectors, or of logs", [
    "catalogue build stripe=openapi.json notion=tools.json shop=schema.graphql -o policy/actions.json",
    "catalogue build --manifest kortix.yaml   # what its `spec:` files describe",
    "catalogue build calls.jsonl.gz stripe=openapi.yaml > policy/actions.json",
  ])
    .argument(
      "[file...]",
      "SLUG=FILE: an OpenAPI document, an answer to MCP's tools/list, a GraphQL schema; FILE: a log, or saved calls",
    )
    .option(
      "--manifest <file>",
      "also the `spec:` files of its connectors that lie below its folder",
    )
    .option("-o, --output <file>", "where the catalogue goes (default: standard output)")
    .action(async (files: string[], options: Options) => {
      conclude(await build(files, options, io));
    });
}

const described = /^([a-z0-9][a-z0-9_-]{0,127})=(.+)$/;

async function build(
  files: readonly string[],
  { output, manifest }: Options,
  io: Io,
): Promise<ExitStatus> {
  if (files.length === 0 && manifest === undefined) {
    throw wrongUsage(
      "there is nothing to build from",
      "name files, or a manifest with `--manifest`",
    );
  }
  const specs = files.flatMap((text) => {
    const [, slug, file] = described.exec(text) ?? [];
    return slug === undefined || file === undefined ? [] : [{ slug, file }];
  });
  const logs = files.filter((text) => !described.test(text));
  const manifests = manifest === undefined ? [] : [manifest];
  checkStandardInput([...specs.map(({ file }) => file), ...logs, ...manifests]);
  // What a description says is complete, so it stands last.
  const catalogues: Catalogue[] = [];
  let unread = 0;
  if (logs.length > 0) {
    const logged = await loggedActions(logs, io);
    catalogues.push(logged.actions);
    unread += logged.badLines;
    await complain(
      io.stderr,
      "a log names only actions that were called; others count as not existing where the catalogue has their connector",
      "build from a description of the connector where there is one: `SLUG=FILE`",
      "warning",
    );
  }
  for (const text of manifests) catalogues.push(...(await declaredSpecs(text, io)));
  for (const { slug, file } of specs) catalogues.push(await describedConnector(slug, file, io));
  const text = catalogueText(mergedCatalogue(catalogues));
  await withLineOutput(output, io, (to) => to.write(text));
  return unread > 0 ? exitStatus.unreadable : exitStatus.nothing;
}
