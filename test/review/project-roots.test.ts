import { expect, test } from "vitest";
import { projectRoots } from "../../src/review/project-roots.ts";

const inRoot = ["kortix.yaml", "kortix.yml", "kortix.toml"];
const inFolder = ["a/kortix.yaml", "a/kortix.yml", "a/kortix.toml"];

test.each<[string, readonly string[], readonly string[], readonly (readonly string[])[]]>([
  ["the default is one project, whatever is there", ["kortix.yaml", "kortix.yml"], [], [inRoot]],
  [
    "a name of a manifest stands for all that the platform looks for",
    ["kortix.yml"],
    ["kortix.yml"],
    [inRoot],
  ],
  ["in each folder by itself", ["*/kortix.yaml"], ["a/kortix.yaml", "kortix.yaml"], [inFolder]],
  [
    "two manifests in a folder are one project",
    ["a/*.y*ml"],
    ["a/kortix.yml", "a/kortix.yaml"],
    [inFolder],
  ],
  [
    "any other name stands for itself",
    ["**/*.yaml"],
    ["b.yaml", "a/c.yaml", "a/c.yaml"],
    [["a/c.yaml"], ["b.yaml"]],
  ],
  ["what is not there is no project", ["policy.yaml"], ["other.yaml"], []],
])("%s", (_what, globs, paths, roots) => {
  expect(projectRoots(paths, globs)).toEqual(roots);
});
