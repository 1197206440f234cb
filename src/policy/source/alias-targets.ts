import { type Alias, type Document, isAlias, type Node, visit } from "yaml";

/** An alias that no value can be made of, and why. */
export interface AliasFault {
  readonly alias: Alias;
  readonly because: string;
}

/** What each alias of a document stands for, or the first alias that stands for nothing usable. */
export interface AliasTargets {
  readonly of: ReadonlyMap<Alias, Node>;
  readonly fault: AliasFault | undefined;
}

/**
 * Resolves every alias once, in document order: an alias stands for the last node before it that carries its anchor.
 * An alias without such a node, or inside the very node that it names, is a fault.
 */
export function aliasTargets(document: Document): AliasTargets {
  const anchored = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  let fault: AliasFault | undefined;
  visit(document, {
    Node: (_key, node, ancestors) => {
      if (!isAlias(node)) {
        if (node.anchor !== undefined) anchored.set(node.anchor, node);
        return undefined;
      }
      const target = anchored.get(node.source);
      if (target === undefined)
        fault = { alias: node, because: "no anchor before it has its name" };
      else if (ancestors.includes(target))
        fault = { alias: node, because: "it stands inside what it names" };
      else targets.set(node, target);
      return fault === undefined ? undefined : visit.BREAK;
    },
  });
  return { of: targets, fault };
}
