import { type KeyObject, randomBytes, verify } from "node:crypto";
import { Refusal } from "./refusal.ts";
import type { App, Installation, Permissions, Token } from "./state.ts";
import { timestamp, type World } from "./world.ts";

/** Who makes a request. */
export type Caller =
  | { readonly kind: "app"; readonly app: App }
  | { readonly kind: "installation"; readonly token: Token };

const HOUR_SECONDS = 3600;
/** The longest life of a JSON web token that GitHub accepts, and the skew that it forgives. */
const JWT_SECONDS = 600;
const SKEW_SECONDS = 60;

/** Who the `Authorization` header proves the caller to be; refuses with 401, as GitHub does. */
export function authenticate(
  world: World,
  publicKey: KeyObject,
  header: string | undefined,
): Caller {
  const [, scheme = "", credentials = ""] = /^(\S+) +(\S+)$/.exec(header ?? "") ?? [];
  if (!/^(bearer|token)$/i.test(scheme)) throw new Refusal(401, "Requires authentication");
  if (credentials.includes(".")) {
    verifyAppToken(world, publicKey, credentials);
    return { kind: "app", app: world.app };
  }
  const token = world.state.tokens.get(credentials);
  const live = token !== undefined && Date.parse(token.expiresAt) > world.clock().getTime();
  if (!live || !world.state.installations.has(token.installation.id)) {
    throw new Refusal(401, "Bad credentials");
  }
  if (token.installation.suspendedAt !== null) {
    throw new Refusal(403, "This installation has been suspended");
  }
  return { kind: "installation", token };
}

/** Issues a token. It is refused more than the installation has: 422, as GitHub does. */
export function issueToken(
  world: World,
  installation: Installation,
  wanted: { permissions: Permissions | undefined; repositoryIds: ReadonlySet<number> | null },
  lifeSeconds = HOUR_SECONDS,
): Token {
  const permissions = wanted.permissions ?? installation.permissions;
  for (const [name, access] of Object.entries(permissions)) {
    const granted = installation.permissions[name];
    if (granted !== access && granted !== "write") {
      throw new Refusal(422, "The permissions requested are not granted to this installation.");
    }
  }
  const token: Token = {
    token: `ghs_${randomBytes(18).toString("hex")}`,
    installation,
    permissions: { ...permissions, metadata: "read" },
    repositoryIds: wanted.repositoryIds,
    expiresAt: timestamp(new Date(world.clock().getTime() + lifeSeconds * 1000)),
  };
  world.state.tokens.set(token.token, token);
  return token;
}

function verifyAppToken(world: World, publicKey: KeyObject, jwt: string): void {
  const [head = "", claims = "", signature = ""] = jwt.split(".");
  const signed = verify(
    "RSA-SHA256",
    Buffer.from(`${head}.${claims}`),
    publicKey,
    Buffer.from(signature, "base64url"),
  );
  const { alg } = decode(head);
  if (!signed || alg !== "RS256") {
    throw new Refusal(401, "A JSON web token could not be decoded");
  }
  const { iss, iat, exp } = decode(claims) as { iss?: unknown; iat?: unknown; exp?: unknown };
  if (String(iss) !== String(world.app.id)) throw new Refusal(401, "Integration not found");
  if (typeof iat !== "number" || typeof exp !== "number") {
    throw new Refusal(401, "Missing 'issued at' or 'expiration time' claim");
  }
  const seconds = world.clock().getTime() / 1000;
  if (iat > seconds + SKEW_SECONDS) {
    throw new Refusal(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
  if (exp < seconds) {
    throw new Refusal(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  if (exp > seconds + JWT_SECONDS + SKEW_SECONDS) {
    throw new Refusal(401, "'Expiration time' claim ('exp') is too far in the future");
  }
}

function decode(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;
  } catch {
    throw new Refusal(401, "A JSON web token could not be decoded");
  }
}
