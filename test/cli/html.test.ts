import { join } from "node:path";
import { expect, it } from "vitest";
import { pageEnd, pageStart } from "../../src/report/document/html-page.ts";
import { runProgram } from "./run-program.ts";

const cwd = join(process.cwd(), "fixtures/support-desk");

it.each([
  ["check", ["kortix.yaml", "calls.jsonl"]],
  ["explain", ["kortix.yaml", "stripe.create_refund"]],
  ["diff", ["kortix.yaml", "kortix.moved.yaml", "--calls", "calls.jsonl"]],
  ["lint", ["kortix.moved.yaml"]],
  ["prove", ["kortix.yaml", "28"]],
  ["report", ["calls.jsonl", "--manifest", "kortix.yaml"]],
  ["corpus stats", ["calls.jsonl", "--manifest", "kortix.yaml"]],
])(
  "`%s --format html` prints one page, which says the same as the text",
  async (command, files) => {
    const run = (format: string) =>
      runProgram([...command.split(" "), ...files, "--format", format], { cwd });
    const html = await run("html");
    const text = await run("text");
    expect(html.status).toBe(text.status);
    const start = pageStart(`countersign ${command}`);
    expect(html.stdout.startsWith(start)).toBe(true);
    expect(html.stdout.endsWith(pageEnd)).toBe(true);
    const words = (page: string): readonly string[] =>
      page
        .replaceAll(/<[^>]*>/g, " ")
        .replaceAll("&#x3C;", "<")
        .replaceAll("&#x26;", "&")
        .replaceAll("`", " ")
        .match(/[\p{L}\p{N}_.]+/gu) ?? [];
    expect(words(html.stdout.slice(start.length))).toEqual(words(text.stdout));
  },
);
