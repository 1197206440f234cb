import type { Call, Json, Risk } from "../../policy/call.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { withCataloguedRisk } from "../catalogue/catalogued-risk.ts";
import { isMasked } from "../masked/mask.ts";
import type { Place } from "./bad-line.ts";
import { ObjectText } from "./object-text.ts";
import { readSavedCall } from "./read-saved-call.ts";
import type { ShapedLine } from "./record-shapes.ts";
import type { ReplayedCall } from "./replayed-call.ts";
import type { Expectation, SavedCall } from "./saved-call.ts";

/** Whether a JSON text may hold a mask: they begin with a bracket or hold an ellipsis, unless these are escaped. */
export function mayHoldMask(text: string): boolean {
  // Quotes are so many that a bracket alone is found sooner.
  return (text.includes("[") && text.includes('"[')) || text.includes("\\u") || text.includes("…");
}

/** The saved call of a line that has a shape; its arguments are parsed when they are asked for. */
export class ShapedCall implements ReplayedCall {
  readonly connector: string;
  readonly action: string;
  readonly agent: string | undefined;
  readonly hasArguments: boolean;
  readonly count: number;
  readonly expect: Expectation | undefined;
  readonly #argumentText: string;
  #arguments: ObjectText | undefined;
  readonly #line: ShapedLine;
  readonly #place: Place;
  readonly #catalogue: Catalogue;
  readonly #mayBeMasked: boolean;

  /** `mayBeMasked`: whether a text that holds the line may hold a mask. */
  constructor(line: ShapedLine, place: Place, catalogue: Catalogue, mayBeMasked: boolean) {
    const {
      match,
      shape: { groups },
    } = line;
    this.connector = match[groups.connector as number] as string;
    this.action = match[groups.action as number] as string;
    this.agent = group(match, groups.agent);
    this.hasArguments = groups.args !== undefined;
    this.#argumentText = group(match, groups.args) ?? "";
    this.count = groups.count === undefined ? 1 : Number(match[groups.count]);
    this.expect = group(match, groups.expect) as Expectation | undefined;
    this.#line = line;
    this.#place = place;
    this.#catalogue = catalogue;
    this.#mayBeMasked = mayBeMasked;
  }

  get risk(): Risk | undefined {
    const { match, shape } = this.#line;
    const said = group(match, shape.groups.risk) as Risk | undefined;
    return said ?? this.#catalogue.get(this.connector)?.get(this.action);
  }

  get at(): string | number | undefined {
    return moment(group(this.#line.match, this.#line.shape.groups.at));
  }

  get firstAt(): string | number | undefined {
    return moment(group(this.#line.match, this.#line.shape.groups.first_at));
  }

  argument(path: readonly string[]): Json | undefined {
    this.#arguments ??= new ObjectText(this.#argumentText);
    return this.#arguments.valueAt(path);
  }

  isMasked(): boolean {
    return (
      this.#mayBeMasked &&
      mayHoldMask(this.#argumentText) &&
      isMasked(new ObjectText(this.#argumentText).whole() as object)
    );
  }

  whole(): Call {
    return this.saved().call;
  }

  saved(): SavedCall {
    // INVARIANT: what has a shape is a saved call.
    const saved = readSavedCall(JSON.parse(this.#line.match[0]), this.#place) as SavedCall;
    return withCataloguedRisk(saved, this.#catalogue);
  }
}

function group(match: RegExpExecArray, index: number | undefined): string | undefined {
  return index === undefined ? undefined : match[index];
}

/** A time as it is written: text in quotes, without escapes, or a number. */
function moment(text: string | undefined): string | number | undefined {
  if (text === undefined) return undefined;
  return text.startsWith('"') ? text.slice(1, -1) : Number(text);
}
