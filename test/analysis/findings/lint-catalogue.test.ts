import { expect, it } from "vitest";
import { readCatalogue } from "../../../src/analysis/catalogue/read-catalogue.ts";
import { lint } from "../../../src/analysis/findings/lint.ts";
import { connectorOf, policyOf } from "../literal-policy.ts";

const policy = policyOf({
  rules: [
    ["stripe.craete_refund", "block"],
    ["stripe.delete_*", "always_run"],
  ],
  connectors: [connectorOf("stripe")],
});
const written = {
  stripe: { create_refund: "write", delete_key: "destructive", ping: null },
} as const;

it("says of an object that names the actions what it says of the catalogue's file", () => {
  const { value } = readCatalogue({ path: "actions.json", text: JSON.stringify(written) });
  expect(lint(policy, written)).toEqual(lint(policy, value));
  expect(lint(policy, written).map(({ id }) => id)).toEqual([
    "guard-names-no-action",
    "runs-destructive",
    "rule-without-effect",
  ]);
});
