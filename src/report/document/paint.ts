/** How parts of a text are coloured; picocolors has this shape. */
export interface Paint {
  readonly bold: Colour;
  readonly dim: Colour;
  readonly red: Colour;
  readonly green: Colour;
  readonly yellow: Colour;
  readonly cyan: Colour;
}

/** Puts a colour round a text. */
export type Colour = (text: string) => string;

const asIs: Colour = (text) => text;

/** No colours: for files, pipes and tests. */
export const plain: Paint = {
  bold: asIs,
  dim: asIs,
  red: asIs,
  green: asIs,
  yellow: asIs,
  cyan: asIs,
};
