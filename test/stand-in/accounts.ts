import type { Account, State } from "./state.ts";
import { nextId } from "./world.ts";

/** How a user comes to be. */
export interface NewUser {
  readonly login: string;
  readonly name?: string;
  /** Addresses that link commits to the user, besides the no-reply one. */
  readonly emails?: readonly string[];
  readonly suspended?: boolean;
  readonly type?: "User" | "Bot";
}

/** Adds an account; logins are unique whatever their case. */
export function addAccount(
  state: State,
  fields: Pick<Account, "login" | "type"> & { name?: string | null; emails?: readonly string[] },
  createdAt: string,
): Account {
  if (findAccount(state, fields.login) !== undefined) {
    throw new Error(`the login ${fields.login} is taken`);
  }
  const id = nextId(state);
  const account: Account = {
    id,
    login: fields.login,
    type: fields.type,
    name: fields.name ?? null,
    emails: new Set([noReplyAddress(id, fields.login), ...(fields.emails ?? [])]),
    suspendedAt: null,
    deleted: false,
    createdAt,
  };
  state.accounts.set(id, account);
  return account;
}

/** The account with this login, whatever its case; deleted ones are not found. */
export function findAccount(state: State, login: string): Account | undefined {
  return [...state.accounts.values()].find(
    (account) => !account.deleted && account.login.toLowerCase() === login.toLowerCase(),
  );
}

/** The same, for the person's side, where an unknown login is a mistake of the test. */
export function accountOf(state: State, login: string): Account {
  const account = findAccount(state, login);
  if (account === undefined) throw new Error(`no account ${login}: create it first`);
  return account;
}

/** The account that a commit's address belongs to; GitHub shows `null` when there is none. */
export function accountByEmail(state: State, email: string): Account | null {
  const found = [...state.accounts.values()].find(
    (account) => !account.deleted && account.emails.has(email.toLowerCase()),
  );
  return found ?? null;
}

/** The address that GitHub gives to everybody. */
export function noReplyAddress(id: number, login: string): string {
  return `${id}+${login.toLowerCase()}@users.noreply.github.com`;
}
