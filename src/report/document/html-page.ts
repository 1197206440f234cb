import { createHash } from "node:crypto";
import { toHtml } from "hast-util-to-html";
import { visibleText } from "./document-text.ts";

/** By day and night, on a narrow screen and on paper, where what can be folded stands open. */
const style = `
:root { color-scheme: light dark; --ink: #1f2328; --paper: #fff; --soft: #59636e; --line: #d1d9e0; --code: #f0f3f6; --red: #b42318; --green: #176f2c; --yellow: #7d5200; --cyan: #0a5f78; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117; --soft: #9da7b1; --line: #3d444d; --code: #1e242c; --red: #ff8f86; --green: #5bd069; --yellow: #e3b341; --cyan: #74cbe8; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { margin: 0 0 1.5rem; padding-bottom: .5rem; border-bottom: 1px solid var(--line); color: var(--soft); font-size: .875rem; font-weight: 500; letter-spacing: .02em; }
h2 { margin: 1.75rem 0 .5rem; font-size: 1.25rem; line-height: 1.3; }
h1 + h2 { margin-top: 0; font-size: 1.5rem; }
p { margin: .5rem 0 1rem; }
ul { margin: .5rem 0 1rem; padding-left: 1.5rem; }
li > ul { margin: .15rem 0 .4rem; }
.remarks { padding: 0; list-style: none; }
.remarks > li { margin: 0 0 1.5rem; padding-left: 1rem; border-left: 3px solid var(--line); }
.remarks p { margin: .25rem 0; }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
code { padding: .1em .35em; border-radius: .3em; background: var(--code); overflow-wrap: anywhere; unicode-bidi: isolate; }
pre { margin: .5rem 0; padding: .6rem .8rem; border-radius: .4rem; background: var(--code); font-size: .8125rem; overflow-x: auto; }
pre code { padding: 0; background: none; font-size: inherit; }
table { margin: .75rem 0 1.25rem; width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--soft); font-size: .8125rem; font-weight: 600; }
details { margin: 1rem 0; border-top: 1px solid var(--line); }
summary { padding: .6rem 0; font-weight: 600; cursor: pointer; }
details h2 { margin: 1rem 0 .4rem; font-size: 1rem; }
.red { color: var(--red); }
.green { color: var(--green); }
.yellow { color: var(--yellow); }
.cyan { color: var(--cyan); }
.dim { color: var(--soft); }
@media print {
  :root { --ink: #000; --paper: #fff; --soft: #444; --line: #bbb; --code: #f3f3f3; --red: #8f1d14; --green: #14591f; --yellow: #5f3f00; --cyan: #084b5f; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  details::details-content { content-visibility: visible; block-size: auto; }
  pre { white-space: pre-wrap; }
  h2, summary { break-after: avoid; }
  tr, pre { break-inside: avoid; }
}
`;

const styleHash = createHash("sha256").update(style).digest("base64");

/** Nothing is loaded, run or sent; only the style above is taken. */
const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

/** A page up to its first block. It needs nothing beside itself, and can run nothing. */
export function pageStart(title: string): string {
  const shown = toHtml({ type: "text", value: visibleText(title) });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${shown}</title>
<style>${style}</style>
</head>
<body>
<h1>${shown}</h1>
`;
}

/** What stands behind the last block of a page. */
export const pageEnd = "</body>\n</html>\n";
