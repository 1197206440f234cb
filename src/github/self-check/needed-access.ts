import { readFileSync } from "node:fs";
import { readDocument } from "../../policy/source/document.ts";

/** What the app must be granted, as it is registered. */
export interface NeededAccess {
  /** By permission, `read` or `write`. */
  readonly permissions: ReadonlyMap<string, string>;
  readonly events: readonly string[];
}

/** Where `app.yml` lies, seen from the source as from the build. */
const registration = new URL("../../../app.yml", import.meta.url);

/** Reads what `app.yml` asks for, so that it is said in one place. Throws when the file is not there. */
export function neededAccess(): NeededAccess {
  const text = readFileSync(registration, "utf8");
  const value = readDocument({ path: "app.yml", text }).value?.value;
  const { default_permissions: permissions, default_events: events } = (value ?? {}) as {
    readonly default_permissions?: Readonly<Record<string, string>>;
    readonly default_events?: readonly string[];
  };
  return { permissions: new Map(Object.entries(permissions ?? {})), events: events ?? [] };
}
