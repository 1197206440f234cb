import { isCardNumber } from "./card-number.ts";

/**
 * Whether an argument's name is one that people give to credentials: `api_key`, `Authorization`, `session.token`. Names
 * are split at case changes and at everything that is no letter or digit, so `tokenize` is none.
 */
export function isCredentialName(path: string): boolean {
  const parts = path
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return parts.some(
    (part, index) =>
      credentialWords.has(part) || (/^keys?$/.test(part) && keyOwners.has(parts[index - 1] ?? "")),
  );
}

const credentialWords = new Set(
  (
    "token tokens secret secrets password passwords passwd passphrase passcode pwd pass pin otp totp mfa auth " +
    "authorization authentication bearer credential credentials cred creds cookie cookies jwt apikey apikeys " +
    "accesskey secretkey privatekey session sessionid signature sig seed mnemonic refresh csrf xsrf cvc cvv cvv2 csc"
  ).split(" "),
);

/** `key` alone is an ordinary word; behind one of these it opens something. */
const keyOwners = new Set(
  "api access secret private public signing encryption session master ssh pgp gpg auth account service client".split(
    " ",
  ),
);

/**
 * Whether a text is, or holds, something that looks like a credential: a key of a known form, a JWT, a PEM block, an
 * address with a password, a payment card number, or a long random run of letters and digits. Rather hides too much.
 */
export function holdsCredential(text: string): boolean {
  return (
    knownForms.some((form) => form.test(text)) ||
    (text.match(digitRuns) ?? []).some(isCardNumber) ||
    (text.match(longRuns) ?? []).some(isRandom)
  );
}

const knownForms: readonly RegExp[] = [
  /-----BEGIN [A-Z ]+-----/,
  /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/,
  /\b[sprw][kh]_(?:live|test)_\w+/,
  /\bwhsec_\w+/,
  /\bgh[pousr]_\w+/,
  /\bgithub_pat_\w+/,
  /\bglpat-[\w-]+/,
  /\bxox[a-z]-[\w-]+/,
  /\b(?:AKIA|ASIA|AROA)[A-Z0-9]{12,}/,
  /\bAIza[\w-]{20,}/,
  /\bsk-[\w-]{16,}/,
  /\b(?:bearer|basic)\s+[\w.~+/=-]{8,}/i,
  /:\/\/[^\s/:@]*:[^\s/@]+@/,
  /\b(?:token|secret|password|passwd|pwd|api[_-]?key|sig|signature)["']?\s*[=:]\s*\S{4,}/i,
];

const digitRuns = /\d(?:[ -]?\d){12,18}/g;
const longRuns = /[A-Za-z0-9+/_=-]{20,}/g;

/** Words and names are letters in one case, or nearly; a random run mixes digits or cases all along. */
function isRandom(run: string): boolean {
  const digits = count(run, /\d/g);
  const capitals = count(run, /[A-Z]/g);
  const small = count(run, /[a-z]/g);
  if (new Set(run).size < 10 || capitals + small === 0) return false;
  return digits >= 4 || Math.min(capitals, small) >= run.length / 4;
}

function count(run: string, characters: RegExp): number {
  return run.match(characters)?.length ?? 0;
}
