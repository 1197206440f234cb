/** A request that the stand-in got, and how it was answered. */
export interface RecordedRequest {
  /** Place in the one order of requests, published check states and deliveries. */
  readonly sequence: number;
  readonly method: string;
  /** Without `/api/v3` and without the query. */
  readonly path: string;
  readonly query: string;
  readonly body: unknown;
  /** The installation whose token was used; `null` for the app itself and for refused callers. */
  installationId: number | null;
  /** The permissions of that token. */
  permissions: Readonly<Record<string, string>> | null;
  /** The endpoint in GitHub's words, `METHOD /path/template`; `null` for an unknown one. */
  endpoint: string | null;
  /** 0 while it is being answered, and for a connection that a fault cut or left hanging. */
  status: number;
  response: unknown;
  /** Whether a fault gave the answer. */
  faulty: boolean;
}

/** A departure from GitHub's description, on either side. Tests assert that there is none. */
export interface Violation {
  readonly sequence: number;
  readonly request: string;
  readonly messages: readonly string[];
}
