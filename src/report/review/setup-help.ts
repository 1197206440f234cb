import type { Verdict } from "../../review/verdict.ts";
import { type Block, paragraph } from "../document/block.ts";
import { messagePhrase } from "../document/message-phrase.ts";
import { phrase } from "../document/phrase.ts";
import type { ReportContext } from "./report-context.ts";

/** Why nobody can be asked yet, and the smallest configuration that names somebody. */
export function setupHelp(
  { because, config, help }: Verdict & { readonly kind: "closed-by-setup" },
  { branch }: ReportContext,
): readonly Block[] {
  return [
    paragraph(messagePhrase(because)),
    paragraph(messagePhrase(help)),
    ...(config === "unreadable" ? [] : [smallest(branch)]),
  ];
}

function smallest(branch: string): Block {
  return paragraph(
    phrase`The smallest one, as ${".github/countersign.yml"} on ${branch}: ${'owners: { "*": ["@your-organization/security"] }'}`,
  );
}
