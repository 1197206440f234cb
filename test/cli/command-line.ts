/**
 * Splits a command line as a shell would: blanks part words, single quotes keep everything, double quotes keep all but
 * themselves. Enough for the cases here; nothing is expanded.
 */
export function commandLine(text: string): readonly string[] {
  const words = text.trim().match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((word) =>
    word.replace(
      /'([^']*)'|"([^"]*)"/g,
      (_, single?: string, double?: string) => single ?? double ?? "",
    ),
  );
}
