/** What of a line of Markdown is text, and what is code, by CommonMark's rule: a run of backticks ends at the next run of its length. */
export function codeSpans(line: string): {
  readonly text: string;
  readonly codes: readonly string[];
} {
  const codes: string[] = [];
  let text = "";
  let rest = line;
  for (;;) {
    const open = /(?<![\\`])`+/.exec(rest);
    if (open === null) return { text: text + rest, codes };
    const [fence] = open;
    const after = rest.slice(open.index + fence.length);
    const close = [...after.matchAll(/`+/g)].find(([run]) => run === fence);
    text += rest.slice(0, open.index);
    if (close === undefined) {
      text += fence;
      rest = after;
    } else {
      codes.push(unpadded(after.slice(0, close.index)));
      rest = after.slice(close.index + fence.length);
    }
  }
}

function unpadded(code: string): string {
  return /^ .* $/s.test(code) && code.trim() !== "" ? code.slice(1, -1) : code;
}
