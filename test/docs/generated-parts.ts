/** Makes the content of a generated part from what its marker says behind the colon. */
type PartMaker = (argument: string) => string;

/**
 * A page with its generated parts made anew. A part stands between `<!-- kind: argument -->` and `<!-- end -->`, the
 * rest is written by hand. Throws for a kind that nobody makes, and when a page has no part of a kind that it should have.
 */
export function withGeneratedParts(
  page: string,
  makers: Readonly<Record<string, PartMaker>>,
): string {
  const missing = new Set(Object.keys(makers));
  const made = page.replace(
    /<!-- (\w+)(?:: (.*?))? -->\n[\s\S]*?<!-- end -->/g,
    (_, kind: string, argument = "") => {
      const make = makers[kind];
      if (make === undefined) throw new Error(`nobody makes a part of the kind \`${kind}\``);
      missing.delete(kind);
      const marker = argument === "" ? kind : `${kind}: ${argument}`;
      return `<!-- ${marker} -->\n\n${make(argument).trim()}\n\n<!-- end -->`;
    },
  );
  if (missing.size > 0) throw new Error(`the page has no part of the kind ${[...missing].join()}`);
  return made;
}

/** A Markdown table. A bar in a cell is written so that it stays in its cell. */
export function markdownTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [header, header.map(() => "-"), ...rows].map(line).join("\n");
}
