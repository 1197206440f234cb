import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Node,
  type Range,
} from "yaml";
import type { Span } from "./span.ts";
import type { TextPositions } from "./text-positions.ts";

/** Where the value at a path stands, and its key. */
export interface NodeSpans {
  readonly spanAt: (path: readonly (string | number)[]) => Span;
  readonly keySpanAt: (path: readonly (string | number)[]) => Span;
}

/** One step into a document: the key, when the step is into a map, and the value, if the text writes one. */
interface Step {
  readonly key: Node | undefined;
  readonly value: Node | undefined;
}

/**
 * Spans by path. A path that the document does not have stands where its nearest ancestor stands; a value that is
 * written as nothing (`key:`) stands at its key. Below an alias, spans point into the node that it names.
 */
export function nodeSpans(
  document: Document,
  targets: ReadonlyMap<Alias, Node>,
  positions: TextPositions,
  text: string,
): NodeSpans {
  const keyed = new Map<Node, Map<string, Step>>();

  const stepInto = (node: Node, name: string | number): Step | undefined => {
    const holder = isAlias(node) ? targets.get(node) : node;
    if (isSeq(holder)) {
      const item = holder.items[Number(name)];
      return isNode(item) ? { key: undefined, value: item } : undefined;
    }
    if (!isMap(holder)) return undefined;
    let steps = keyed.get(holder);
    if (steps === undefined) {
      steps = new Map(
        holder.items.map(({ key, value }) => [
          keyText(isAlias(key) ? targets.get(key) : key),
          { key: nodeOrNothing(key), value: nodeOrNothing(value) },
        ]),
      );
      keyed.set(holder, steps);
    }
    return steps.get(String(name));
  };

  const walk = (path: readonly (string | number)[]): Step => {
    let at: Step = { key: undefined, value: nodeOrNothing(document.contents) };
    for (const name of path) {
      const next = at.value === undefined ? undefined : stepInto(at.value, name);
      if (next === undefined) return at;
      at = next;
    }
    return at;
  };

  const spanOf = (...candidates: readonly (Node | undefined)[]): Span => {
    const nodes = candidates.filter((node) => node !== undefined);
    for (const node of nodes) {
      const [start, end] = nodeRange(node);
      const length = text.slice(start, end).trimEnd().length;
      if (length > 0) return positions.span(start, start + length);
    }
    // An entry written as nothing (`-`) stands at what introduces it.
    const [start] = nodes.map(nodeRange)[0] ?? [0];
    const written = text.slice(0, start).trimEnd().length;
    return positions.span(written - 1, written);
  };
  return {
    spanAt: (path) => {
      const { key, value } = walk(path);
      return spanOf(value, key);
    },
    keySpanAt: (path) => {
      const { key, value } = walk(path);
      return spanOf(key, value);
    },
  };
}

/** Start and end of a node's text; the parser gives every node its range. */
export function nodeRange(node: Node): readonly [number, number] {
  const [start, end] = node.range as Range;
  return [start, end];
}

/** A key as the converted value spells it; a collection as a key is never looked up. */
function keyText(key: unknown): string {
  if (!isScalar(key)) return "";
  return key.value === null ? "" : String(key.value);
}

function nodeOrNothing(node: unknown): Node | undefined {
  return isNode(node) ? node : undefined;
}
