import { readFileSync } from "node:fs";

/** The cases of `fixtures/pattern/NAME.json`. */
export function cases<Case>(name: string): readonly Case[] {
  return JSON.parse(
    readFileSync(new URL(`../../../fixtures/pattern/${name}.json`, import.meta.url), "utf8"),
  );
}
