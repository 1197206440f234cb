/** Folders from the innermost layer outward. A layer may import itself and every layer to its left. */
const LAYERS = ["policy", "analysis", "review", "report", "storage"];
const CORE = "^src/(policy|analysis|review|report)/";

const inwardOnly = LAYERS.map((layer, depth) => ({
  name: `${layer}-looks-inward`,
  severity: "error",
  from: { path: `^src/${layer}/` },
  to: { path: "^src/", pathNot: `^src/(${LAYERS.slice(0, depth + 1).join("|")})/` },
}));

const oneDoor = (packages, folder) => ({
  name: `only-${folder.split("/").at(-1)}-touches-${packages[0]}`,
  severity: "error",
  from: { path: "^src/", pathNot: `^src/${folder}/` },
  to: { path: `node_modules/(${packages.join("|")})/` },
});

const forbid = (name, from, to) => ({ name, severity: "error", from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...inwardOnly,
    forbid("github-knows-no-cli", { path: "^src/github/" }, { path: "^src/cli/" }),
    forbid(
      "cli-knows-no-github-or-storage",
      { path: "^src/cli/" },
      { path: "^src/(github|storage)/" },
    ),
    forbid(
      "index-exports-the-core-only",
      { path: "^src/index\\.ts$" },
      { path: "^src/(storage|github|cli)/" },
    ),
    forbid(
      "core-does-no-io",
      { path: CORE },
      { dependencyTypes: ["core"], pathNot: "^(node:)?crypto$" },
    ),
    forbid("core-knows-no-github", { path: CORE }, { path: "node_modules/(probot|@octokit)/" }),
    oneDoor(["yaml"], "policy/source"),
    // An expression must be read to be matched in bounded time, so its grammar is part of the language.
    oneDoor(["@eslint-community/regexpp"], "policy/pattern"),
    oneDoor(["diff"], "analysis/rule-diff"),
    oneDoor(["csv-parse"], "analysis/platform-log"),
    oneDoor(
      ["mdast-util-to-markdown", "mdast-util-gfm", "mdast-util-to-hast", "hast-util-to-html"],
      "report/document",
    ),
    oneDoor(["kysely", "better-sqlite3"], "storage"),
    oneDoor(["pg"], "storage/dialect"),
    oneDoor(["commander"], "cli"),
    forbid("no-cycles", {}, { circular: true }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
    },
  },
};
