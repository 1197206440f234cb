/**
 * Markdown without what stands in code, line by line: every block of a report stands on lines of its own, and GitHub
 * looks for mentions, references and links outside of code alone. An escaped character stays escaped.
 */
export function outsideCode(markdown: string): readonly string[] {
  let fence: string | undefined;
  return markdown.split("\n").flatMap((line) => {
    const [, mark] = /^\s*(`{3,})/.exec(line) ?? [];
    if (fence !== undefined) {
      if (line.trim() === fence) fence = undefined;
      return [];
    }
    if (mark !== undefined && line.trim() === mark) {
      fence = mark;
      return [];
    }
    return [withoutCodeSpans(line)];
  });
}

/** A code span ends with the next run of exactly as many backticks as began it. */
function withoutCodeSpans(line: string): string {
  let outside = "";
  let rest = line;
  for (;;) {
    const start = /(?<![\\`])`+/.exec(rest);
    if (start === null) return outside + rest;
    const [run] = start;
    const behind = rest.slice(start.index + run.length);
    const end = new RegExp(`(?<!\`)\`{${run.length}}(?!\`)`).exec(behind);
    if (end === null) return `${outside}${rest}`;
    outside += `${rest.slice(0, start.index)}¶`;
    rest = behind.slice(end.index + run.length);
  }
}

/** Cells of each table row, split as GitHub does: at each pipe that has no backslash before it. */
export function tableWidths(markdown: string): readonly number[] {
  return markdown
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split(/(?<!\\)\|/).length - 2);
}
