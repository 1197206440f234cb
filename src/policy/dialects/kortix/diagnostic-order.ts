import type { Diagnostic } from "../../source/diagnostic.ts";

/**
 * Diagnostics as a reader goes through the files: what concerns no place first, then the root's from the top down, then those
 * of the other files by path. What stands at one place keeps its order.
 */
export function inFileOrder(
  diagnostics: readonly Diagnostic[],
  root: string,
): readonly Diagnostic[] {
  const fileOf = ({ span }: Diagnostic): string => {
    if (span === undefined) return "0";
    return span.file === root ? "1" : `2${span.file}`;
  };
  const offsetOf = ({ span }: Diagnostic): number => span?.start.offset ?? 0;
  return diagnostics.toSorted((one, other) => {
    const [file, next] = [fileOf(one), fileOf(other)];
    if (file !== next) return file < next ? -1 : 1;
    return offsetOf(one) - offsetOf(other);
  });
}
