import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The links of a page to files of the repository, or to headings of them, that lead nowhere. */
export function brokenLinks(page: string): readonly string[] {
  const text = readFileSync(page, "utf8");
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets
    .filter((target) => !/^https?:/.test(target))
    .filter((target) => isBroken(page, target));
}

function isBroken(page: string, target: string): boolean {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? page : join(dirname(page), path);
  if (!existsSync(file)) return true;
  return anchor !== undefined && !anchorsOf(readFileSync(file, "utf8")).includes(anchor);
}

/** Headings as GitHub names them in a link. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}
