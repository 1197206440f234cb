import { isAbsolute } from "node:path";

/** What `serve` needs to know, read from the environment and checked. */
export interface Environment {
  readonly appId: number;
  /** Address of the store, `sqlite:PATH` or `postgres://…`; may hold a password. */
  readonly databaseUrl: string;
  /** Deliveries are forgotten after so many days. */
  readonly deliveryDays: number;
  /** Folder with saved calls that do not lie in repositories, by `OWNER/REPOSITORY`; undefined: there is none. */
  readonly corpusRoot: string | undefined;
}

/** Something is missing or unsafe in the environment. The message is one sentence that says what to set. */
export class EnvironmentError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "EnvironmentError";
  }
}

/** The store when nothing else is configured. */
export const defaultDatabaseUrl = "sqlite:./data/countersign.db";

/** The address of the store that the environment names. */
export function databaseUrlOf(env: Readonly<Record<string, string | undefined>>): string {
  return env["DATABASE_URL"]?.trim() || defaultDatabaseUrl;
}

/** Probot accepts webhooks signed with this one when none is set, so everybody could sign them. */
const probotDefaultSecret = "development";

/**
 * Reads and checks the environment. Throws `EnvironmentError` when a secret is missing, empty or Probot's default: a
 * gate that anybody can talk to as GitHub is worse than none.
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const value = (name: string): string => env[name]?.trim() ?? "";
  const advice = "run `countersign setup` to register the app, or see the README";
  const appId = Number(value("APP_ID"));
  if (!Number.isSafeInteger(appId) || appId <= 0) {
    throw new EnvironmentError(`APP_ID must be the number of the GitHub App; ${advice}`);
  }
  if (value("PRIVATE_KEY") === "" && value("PRIVATE_KEY_PATH") === "") {
    throw new EnvironmentError(`PRIVATE_KEY or PRIVATE_KEY_PATH must be set; ${advice}`);
  }
  const secret = value("WEBHOOK_SECRET");
  if (secret === "") throw new EnvironmentError(`WEBHOOK_SECRET must be set; ${advice}`);
  if (secret === probotDefaultSecret) {
    throw new EnvironmentError(
      `WEBHOOK_SECRET is \`${probotDefaultSecret}\`, which everybody knows; set the secret of the GitHub App's webhook`,
    );
  }
  return {
    appId,
    databaseUrl: databaseUrlOf(env),
    deliveryDays: deliveryDays(value("DELIVERY_RETENTION_DAYS")),
    corpusRoot: corpusRoot(value("CORPUS_ROOT")),
  };
}

/** The mount may come and go while the app runs, so whether it is there is asked when it is read. */
function corpusRoot(text: string): string | undefined {
  if (text === "") return undefined;
  if (isAbsolute(text)) return text;
  throw new EnvironmentError("CORPUS_ROOT must be the absolute path of a folder");
}

/** GitHub sends a delivery again for three days; what is younger must be known, or it would count twice. */
function deliveryDays(text: string): number {
  if (text === "") return 30;
  const days = Number(text);
  if (/^\d{1,4}$/.test(text) && days >= 7) return days;
  throw new EnvironmentError("DELIVERY_RETENTION_DAYS must be a whole number of days, at least 7");
}
