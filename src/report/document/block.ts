import type { CodeFrame } from "./code-frame.ts";
import { type Phrase, words } from "./phrase.ts";

/** A part of a report, before it is known where it will be read. */
export type Block =
  | { readonly kind: "heading"; readonly title: Phrase }
  | { readonly kind: "paragraph"; readonly text: Phrase }
  | { readonly kind: "list"; readonly items: readonly Item[] }
  /** A list whose items are long: a terminal shows them without bullets, a blank line between them. */
  | { readonly kind: "remarks"; readonly items: readonly Item[] }
  | {
      readonly kind: "table";
      readonly header: readonly Phrase[];
      readonly rows: readonly (readonly Phrase[])[];
    }
  | { readonly kind: "frame"; readonly frame: CodeFrame }
  /** A part that a reader can fold away, where that can be; elsewhere it stands below its title, which is in our own words. */
  | { readonly kind: "details"; readonly title: string; readonly blocks: readonly Block[] };

/** A line of a list, and what stands indented below it. */
export interface Item {
  readonly text: Phrase;
  readonly below?: readonly Block[];
}

/** A heading. */
export function heading(title: Phrase): Block {
  return { kind: "heading", title };
}

/** A paragraph of one sentence or more. */
export function paragraph(text: Phrase): Block {
  return { kind: "paragraph", text };
}

/** A list; nothing at all when it has no items. */
export function list(items: readonly (Item | Phrase)[]): readonly Block[] {
  if (items.length === 0) return [];
  return [{ kind: "list", items: items.map((item) => ("text" in item ? item : { text: item })) }];
}

/** A block where nothing can be folded away: a part is its title and what stands below. */
export function unfolded(block: Block): readonly FlatBlock[] {
  if (block.kind !== "details") return [block];
  return [{ kind: "heading", title: words(block.title) }, ...block.blocks.flatMap(unfolded)];
}

/** A part to be folded away. */
export type Part = Extract<Block, { readonly kind: "details" }>;

/** Any other block. */
export type FlatBlock = Exclude<Block, Part>;
