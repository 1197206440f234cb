import type { KeyObject } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { authenticate } from "./authentication.ts";
import type { Fault, FaultPlan } from "./faults.ts";
import { fullName } from "./json/repository-json.ts";
import { notAccessible, notFound, Refusal } from "./refusal.ts";
import { covers, findRepository } from "./repositories.ts";
import type { RecordedRequest, Violation } from "./request-log.ts";
import type { Answer, Call, Needs, Route } from "./route.ts";
import type { createRouter } from "./router.ts";
import { isKnownOperation, requestViolations, responseViolations } from "./schema-check.ts";
import type { Token } from "./state.ts";
import { apiUrl, type World } from "./world.ts";

/** What the server needs: the world, who may enter, where requests lead, what goes wrong, and where it is written down. */
export interface ServerParts {
  readonly world: World;
  readonly publicKey: KeyObject;
  readonly route: ReturnType<typeof createRouter>;
  readonly faults: FaultPlan;
  readonly requests: RecordedRequest[];
  readonly violations: Violation[];
}

const PREFIX = "/api/v3";
const DOCUMENTATION = "https://docs.github.com/rest";
const ACCEPTED =
  /^(application\/json|application\/vnd\.github(\.v3|\.[\w-]+-preview)?\+json|\*\/\*)$/;

/** The HTTP side: every request is recorded, let through the faults, let in, checked, answered, and checked again. */
export function createApiServer(parts: ServerParts): Server {
  return createServer((request, response) => {
    serve(parts, request, response).catch((error: unknown) => {
      parts.violations.push({
        sequence: parts.world.nextSequence(),
        request: `${request.method} ${request.url}`,
        messages: [`the stand-in broke: ${error instanceof Error ? error.stack : String(error)}`],
      });
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
}

async function serve(
  parts: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", parts.world.origin);
  const text = await readBody(request);
  const path = canonicalPath(parts.world, withoutPrefix(url.pathname));
  const record: RecordedRequest = {
    sequence: parts.world.nextSequence(),
    method: request.method ?? "GET",
    path,
    query: url.search.slice(1),
    body: text === "" ? undefined : parseJson(text),
    installationId: null,
    permissions: null,
    endpoint: null,
    status: 0,
    response: undefined,
    faulty: false,
  };
  parts.requests.push(record);
  await parts.faults.wait(record.method, path);
  const fault = parts.faults.take(record.method, path);
  const answer =
    fault === undefined || fault.applied ? answerTo(parts, record, request, url) : undefined;
  if (fault !== undefined) return fail(record, fault, response);
  if (answer !== undefined) send(parts.world, record, answer, response);
}

/** The whole way of a request that no fault stopped. */
function answerTo(
  parts: ServerParts,
  record: RecordedRequest,
  request: IncomingMessage,
  url: URL,
): Answer {
  const found = parts.route(record.method, record.path);
  if (found === undefined) {
    return violation(parts, record, ["the stand-in serves no such endpoint"]);
  }
  const { route, parameters } = found;
  const operation = `${route.method} ${route.path}`;
  record.endpoint = operation;
  const complaints = [
    ...(isKnownOperation(operation) ? [] : ["not in the slice of GitHub's description"]),
    ...acceptViolations(request.headers.accept),
    ...requestViolations(operation, {
      path: parameters,
      query: url.searchParams,
      body: record.body,
    }),
  ];
  if (complaints.length > 0) return violation(parts, record, complaints);
  const state = parts.faults.stateFor(record.method, record.path);
  const call: Call = {
    world: { ...parts.world, state },
    parameters,
    query: url.searchParams,
    body: record.body,
    url: `${parts.world.origin}${url.pathname}`,
  };
  const answer = attempt(() => dispatch(parts, record, request, route, call));
  const departures = responseViolations(operation, answer.status, answer.body);
  return departures.length > 0 ? violation(parts, record, departures) : answer;
}

function dispatch(
  parts: ServerParts,
  record: RecordedRequest,
  request: IncomingMessage,
  route: Route,
  call: Call,
): Answer {
  const caller = authenticate(parts.world, parts.publicKey, request.headers.authorization);
  if (route.kind === "app") {
    if (caller.kind === "app") return route.handle(call);
    throw new Refusal(401, "A JSON web token could not be decoded");
  }
  if (caller.kind === "app") throw new Refusal(403, "Resource not accessible by integration");
  const { token } = caller;
  record.installationId = token.installation.id;
  record.permissions = token.permissions;
  const { installation } = token;
  if (route.kind === "installation") {
    if (!grants(token, route.needs)) throw notAccessible();
    return route.handle({ ...call, token, installation });
  }
  const { owner, repo } = call.parameters as { owner: string; repo: string };
  const repository = findRepository(call.world.state, `${owner}/${repo}`);
  if (repository === undefined || !reaches(token, repository)) throw notFound();
  if (fullName(repository).toLowerCase() !== `${owner}/${repo}`.toLowerCase()) {
    return moved(call, record, repository.id);
  }
  if (!grants(token, route.needs)) throw notAccessible();
  if (repository.archived && route.method !== "GET") {
    throw new Refusal(403, "Repository was archived so is read-only.");
  }
  return route.handle({ ...call, token, installation, repository });
}

/** The redirect from a name that the repository had before. */
function moved(call: Call, record: RecordedRequest, id: number): Answer {
  const rest = record.path.split("/").slice(4).join("/");
  const location = apiUrl(call.world, `/repositories/${id}${rest === "" ? "" : `/${rest}`}`);
  const query = record.query === "" ? "" : `?${record.query}`;
  return {
    status: record.method === "GET" ? 301 : 307,
    headers: { location: `${location}${query}` },
    body: { message: "Moved Permanently", url: location, documentation_url: DOCUMENTATION },
  };
}

function grants(token: Token, needs: Needs): boolean {
  if (needs.length === 0) return true;
  return needs.some(([name, access]) => {
    const granted = token.permissions[name];
    return granted === access || granted === "write";
  });
}

function reaches(token: Token, repository: Parameters<typeof covers>[1]): boolean {
  if (token.repositoryIds !== null && !token.repositoryIds.has(repository.id)) return false;
  return covers(token.installation, repository);
}

function attempt(act: () => Answer): Answer {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {
      status: error.status,
      body: {
        message: error.message,
        documentation_url: DOCUMENTATION,
        status: String(error.status),
        ...(error.details === undefined ? {} : { errors: error.details }),
      },
    };
  }
}

function violation(parts: ServerParts, record: RecordedRequest, messages: string[]): Answer {
  const request = `${record.method} ${record.path}`;
  parts.violations.push({ sequence: record.sequence, request, messages });
  return {
    status: 500,
    body: { message: `${request}: ${messages.join("; ")}`, documentation_url: DOCUMENTATION },
  };
}

function send(
  world: World,
  record: RecordedRequest,
  answer: Answer,
  response: ServerResponse,
): void {
  record.status = answer.status;
  record.response = answer.body;
  const text = answer.body === undefined ? "" : JSON.stringify(answer.body);
  response.writeHead(answer.status, {
    ...(text === "" ? {} : { "content-type": "application/json; charset=utf-8" }),
    date: world.clock().toUTCString(),
    "x-github-request-id": `stand-in-${record.sequence}`,
    "x-github-media-type": "github.v3; format=json",
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": "4999",
    "x-ratelimit-reset": String(Math.floor(world.clock().getTime() / 1000) + 3600),
    "x-ratelimit-resource": "core",
    ...answer.headers,
  });
  response.end(text);
}

function fail(record: RecordedRequest, { answer }: Fault, response: ServerResponse): void {
  record.faulty = true;
  if (answer === "timeout") return;
  if (answer === "reset") {
    response.destroy();
    return;
  }
  const fault = typeof answer === "number" ? { status: answer } : answer;
  const body = {
    message: fault.message ?? `fault: ${fault.status}`,
    documentation_url: DOCUMENTATION,
  };
  record.status = fault.status;
  record.response = body;
  response.writeHead(fault.status, {
    "content-type": "application/json; charset=utf-8",
    ...(fault.retryAfter === undefined ? {} : { "retry-after": String(fault.retryAfter) }),
    ...fault.headers,
  });
  response.end(JSON.stringify(body));
}

function acceptViolations(accept: string | undefined): string[] {
  return (accept ?? "*/*")
    .split(",")
    .map((type) => type.split(";")[0]?.trim() ?? "")
    .filter((type) => !ACCEPTED.test(type))
    .map((type) => `the stand-in answers JSON only, not ${type}`);
}

function withoutPrefix(path: string): string {
  return path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : path;
}

/** `/repositories/ID/…`, GitHub's name for a repository that outlives renames, as `/repos/owner/name/…`. */
function canonicalPath(world: World, path: string): string {
  const [, id, rest = ""] = /^\/repositories\/(\d+)(\/.*)?$/.exec(path) ?? [];
  const repository = id === undefined ? undefined : world.state.repositories.get(Number(id));
  return repository === undefined ? path : `/repos/${fullName(repository)}${rest}`;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
