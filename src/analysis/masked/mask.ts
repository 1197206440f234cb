/**
 * Texts that the platform's log writes in place of a value: a credential, a long text, what lies too deep, the rest of a list.
 * The value behind one is not known, whatever the log says about its own completeness.
 */
export const masks =
  /^(?:\[redacted\]|\[\d+ chars omitted\]|\[object\]|\[array\]|… \[\+\d+[^\n]*)$|… \[\+\d+ chars\]$/;

/** Stands among the keys of a map for those that were left out. */
export const omittedKeys = "…";

/** Stands as the last item of a list for those that were left out. */
export const omittedItems = /^… \[\+\d+/;

/** Whether a value of a saved call is a mask, not the value that the call had. */
export function isMask(value: unknown): boolean {
  return typeof value === "string" && masks.test(value);
}

/** Whether keys of a map were left out, so that one which is not there may have been. */
export function omitsKeys(map: object): boolean {
  return Object.hasOwn(map, omittedKeys);
}

/** Whether items of a list were left out, so that its length is not known. */
export function omitsItems(list: readonly unknown[]): boolean {
  const last = list.at(-1);
  return typeof last === "string" && omittedItems.test(last);
}

/**
 * Whether anything in a call's arguments is masked, by a mask that counts. Walks without recursion: a call may nest as deep as
 * it likes.
 */
export function isMasked(args: object, counts: (mask: unknown) => boolean = () => true): boolean {
  const open: unknown[] = [args];
  while (open.length > 0) {
    const next = open.pop();
    if (isMask(next) && counts(next)) return true;
    if (typeof next !== "object" || next === null) continue;
    if (omitsKeys(next)) return true;
    // Not spread: a list may be longer than a function takes arguments.
    for (const value of Object.values(next)) open.push(value);
  }
  return false;
}
