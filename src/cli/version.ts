import { readFileSync } from "node:fs";

/** The version in package.json, which stands two folders above both `src/cli` and `dist/cli`. */
export function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const { version: number } = JSON.parse(text) as { readonly version: string };
  return number;
}
