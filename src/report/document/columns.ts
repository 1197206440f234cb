import stringWidth from "string-width";

const ascii = /^[ -~]*$/;

/** How many columns a text takes on a terminal. */
export function displayWidth(text: string): number {
  return ascii.test(text) ? text.length : stringWidth(text);
}

/** The widest cell of each column. */
export function columnWidths(rows: readonly (readonly string[])[]): readonly number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell));
    }
  }
  return widths;
}

/** One line of a table: cells filled up to their column's width, two blanks between them, none at the end. */
export function columnLine(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map(
      (cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - displayWidth(cell))),
    )
    .join("  ")
    .trimEnd();
}
