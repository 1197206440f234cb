import type { Refusal } from "./refusal.ts";
import type { Access, Installation, Repository, Token } from "./state.ts";
import type { World } from "./world.ts";

/** What a route answers. No body: an empty answer. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request that was let in, as a route sees it. */
export interface Call {
  readonly world: World;
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Checked against GitHub's description before. */
  readonly body: unknown;
  /** The address without its query, for links to other pages. */
  readonly url: string;
}

export interface InstallationCall extends Call {
  readonly token: Token;
  readonly installation: Installation;
}

export interface RepositoryCall extends InstallationCall {
  readonly repository: Repository;
}

/** Permissions of which the app must have one; empty: any installation may. */
export type Needs = readonly (readonly [permission: string, access: Access])[];

/** One endpoint. `kind` says who may call it and what is looked up before. */
export type Route =
  | RouteOf<"app", Call>
  | RouteOf<"installation", InstallationCall>
  | RouteOf<"repository", RepositoryCall>;

interface RouteOf<Kind extends string, C extends Call> {
  readonly kind: Kind;
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** The path template of GitHub's description. A last parameter takes slashes. */
  readonly path: string;
  readonly needs: Needs;
  readonly handle: (call: C) => Answer;
}

/** The integer in a path. */
export function integer(call: Call, name: string): number {
  return Number(call.parameters[name]);
}

/** A parameter of the path. */
export function parameter(call: Call, name: string): string {
  return call.parameters[name] ?? "";
}

/** The value, or the refusal when there is none. */
export function required<T>(value: T | undefined, refusal: () => Refusal): T {
  if (value === undefined) throw refusal();
  return value;
}
