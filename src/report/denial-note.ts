import { holdsCredential } from "./privacy/credential.ts";
import { withoutLocalParts } from "./privacy/email.ts";

/** Characters of a message that are shown. */
const longest = 160;

/** What a report shows of what a person wrote: its beginning, nobody's address, nothing that looks like a credential. */
export function shownNote(note: string): string {
  if (holdsCredential(note)) return "[redacted]";
  const text = withoutLocalParts(note);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}
