import type { Route } from "./route.ts";

/** A route that a request leads to, with the parameters of its path decoded. */
export interface Match {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Parameters whose values hold slashes; clients may or may not encode them. */
const GREEDY: ReadonlySet<string> = new Set([
  "/repos/{owner}/{repo}/git/ref/{ref}",
  "/repos/{owner}/{repo}/contents/{path}",
  "/repos/{owner}/{repo}/compare/{basehead}",
  "/repos/{owner}/{repo}/rules/branches/{branch}",
]);

/** A function that finds the route of a request. Of several, the one with the fewest parameters. */
export function createRouter(
  routes: readonly Route[],
): (method: string, path: string) => Match | undefined {
  const compiled = routes.map((route) => ({ route, ...compilePath(route.path) }));
  compiled.sort((a, b) => a.names.length - b.names.length);
  return (method, path) => {
    for (const { route, names, pattern } of compiled) {
      const found = route.method === method ? pattern.exec(path) : null;
      if (found === null) continue;
      const values = found.slice(1).map((value) => decodeURIComponent(value));
      return {
        route,
        parameters: Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""])),
      };
    }
    return undefined;
  };
}

function compilePath(path: string): { names: string[]; pattern: RegExp } {
  const names: string[] = [];
  const last = path.lastIndexOf("/");
  const source = path.replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
    names.push(name);
    return GREEDY.has(path) && at > last ? "(.*)" : "([^/]+)";
  });
  return { names, pattern: new RegExp(`^${source}$`) };
}
