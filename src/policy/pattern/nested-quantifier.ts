/**
 * Whether an expression's body has a nested quantifier by the platform's heuristic: for a `(`, whichever it is (escaped and
 * in classes too), with its `)`, found by counting parentheses that no backslash precedes, the character behind is `*`,
 * `+` or `{`, and the inside, without its backslash pairs, holds `*`, `+` or `{digits,digits}` (digits optional). It is no
 * analysis: `(a+){2}` is nested, `(a?)*` and `(a|a)*` are not.
 *
 * One pass. Positions are those in the body without backslash pairs, where a quantifier can form from what stood apart.
 * An escaped `(` closes where the group around it does, and holds less; it matters only where there is no group around.
 */
export function hasNestedQuantifier(body: string): boolean {
  const openings: number[] = [];
  let stray: number | undefined;
  let position = 0;
  let quantifier = -1;
  let count: CountScan | undefined;
  for (let index = 0; index < body.length; index += 1) {
    const character = body.charAt(index);
    if (character === "\\") {
      index += 1;
      if (body[index] === "(" && openings.length === 0) {
        stray ??= position;
      }
      continue;
    }
    count = scanCount(count, character, position);
    if (character === "*" || character === "+") {
      quantifier = position;
    } else if (count?.closed === true) {
      quantifier = Math.max(quantifier, count.from);
    } else if (character === "(") {
      openings.push(position + 1);
    } else if (character === ")") {
      let opening = openings.pop();
      if (opening === undefined) {
        opening = stray;
        stray = undefined;
      }
      const next = body.charAt(index + 1);
      if (opening !== undefined && quantifier >= opening && next !== "" && "*+{".includes(next)) {
        return true;
      }
    }
    position += 1;
  }
  return false;
}

/** How far a `{digits,digits}` has been read. */
interface CountScan {
  readonly from: number;
  readonly comma: boolean;
  readonly closed: boolean;
}

function scanCount(
  count: CountScan | undefined,
  character: string,
  position: number,
): CountScan | undefined {
  if (character === "{") {
    return { from: position, comma: false, closed: false };
  }
  if (count === undefined || count.closed) {
    return undefined;
  }
  if (character >= "0" && character <= "9") {
    return count;
  }
  if (character === "," && !count.comma) {
    return { ...count, comma: true };
  }
  return character === "}" && count.comma ? { ...count, closed: true } : undefined;
}
