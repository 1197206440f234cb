import { CST, Lexer, Parser } from "yaml";

/** Why a text is refused before it is composed, and where the limit was passed. */
export interface LimitFault {
  readonly because: string;
  readonly offset: number;
}

/** A manifest of a thousand rules uses a tenth of these. What they bound is the parser's work, at most seconds. */
export const yamlLimits = {
  /** Bytes of UTF-8. */
  bytes: 1_048_576,
  /** Pieces that the lexer cuts the text into. */
  lexemes: 200_000,
  /** Collections inside collections: the composer recurses. */
  depth: 100,
  /** Sum over all maps of their keys squared: each key is compared with all before it. */
  keyComparisons: 20_000_000,
  /** Each alias may walk the document, of so many lexemes, once and for each alias inside what it repeats. */
  aliasWork: 20_000_000,
  /** Values after aliases are followed. */
  values: 200_000,
} as const;

/** Undefined when `text` is cheap enough to compose and to convert; never recurses, stops at the limit. */
export function yamlLimitFault(text: string): LimitFault | undefined {
  const bytes =
    text.length > yamlLimits.bytes ? text.length : new TextEncoder().encode(text).length;
  if (bytes > yamlLimits.bytes) return { because: "it is larger than 1 MiB", offset: 0 };

  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    lexemes += 1;
    if (lexemes > yamlLimits.lexemes) {
      return { because: `it holds more than ${yamlLimits.lexemes} tokens`, offset: parser.offset };
    }
    if (parser.stack.length > yamlLimits.depth) {
      return { because: `it nests deeper than ${yamlLimits.depth} levels`, offset: parser.offset };
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return countFault(tokens, lexemes);
}

/** A token, and whether an alias may repeat it. */
interface Open {
  readonly token: CST.Token;
  readonly anchored: boolean;
}

/** The limits that show only on the syntax tree, which is walked without recursion. */
function countFault(tokens: readonly CST.Token[], lexemes: number): LimitFault | undefined {
  let aliases = 0;
  let repeated = 0;
  let keyComparisons = 0;
  const open: Open[] = tokens.map((token) => ({ token, anchored: false }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, anchored } = next;
    if (token.type === "alias") {
      aliases += 1;
      if (anchored) repeated += 1;
    } else if (token.type === "document" && token.value !== undefined) {
      open.push({ token: token.value, anchored: hasAnchor(token.start) });
    } else if (CST.isCollection(token)) {
      if (isMap(token)) keyComparisons += token.items.length ** 2;
      if (keyComparisons > yamlLimits.keyComparisons) {
        return { because: "it holds maps with too many keys", offset: token.offset };
      }
      for (const { start, key, sep = [], value } of token.items) {
        const inside = anchored || hasAnchor(start) || hasAnchor(sep);
        for (const child of [key, value].filter(isToken))
          open.push({ token: child, anchored: inside });
      }
    }
  }
  if (aliases * (1 + repeated) * lexemes <= yamlLimits.aliasWork) return undefined;
  return { because: `it holds ${aliases} aliases, too many for its size`, offset: 0 };
}

function hasAnchor(tokens: readonly CST.SourceToken[]): boolean {
  return tokens.some(({ type }) => type === "anchor");
}

function isMap(token: CST.BlockMap | CST.BlockSequence | CST.FlowCollection): boolean {
  return (
    token.type === "block-map" || (token.type === "flow-collection" && token.start.source === "{")
  );
}

function isToken(token: CST.Token | null | undefined): token is CST.Token {
  return token !== null && token !== undefined;
}
