import type { Pattern } from "../../policy/pattern/pattern.ts";
import { masks, omittedItems } from "../masked/mask.ts";
import { patternExpression } from "./pattern-expression.ts";
import { type ExpressionSyntax, printedExpression } from "./printed-expression.ts";

/** The expression that finds a text that a log writes in place of a value, in any case of its letters. */
export function masksExpression(syntax: ExpressionSyntax): string {
  return ownExpression(masks, syntax);
}

/** The expression that finds the last item of a list of which items were left out. */
export function omittedItemsExpression(syntax: ExpressionSyntax): string {
  return ownExpression(omittedItems, syntax);
}

function ownExpression({ source }: RegExp, syntax: ExpressionSyntax): string {
  const pattern: Pattern = { kind: "expression", text: `/${source}/`, body: source, flags: "i" };
  return printedExpression(patternExpression(pattern, syntax.alphabet).expression, syntax);
}
