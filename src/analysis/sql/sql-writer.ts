import type { ExpressionSyntax } from "./printed-expression.ts";

/** SQL that tells of a text, which is never NULL, whether it matches; both parts are true or false, never NULL. */
export interface TextTest {
  readonly matches: (subject: string) => string;
  /** Present: of texts for which this holds nobody can tell here. */
  readonly unclear?: (subject: string) => string;
}

/**
 * How one engine writes what engines write differently. Arguments and results are SQL.
 *
 * A *value* is what stands at a path of a call's arguments. One that is not known (masked, or ambiguous to the engine) is
 * the JSON text `"[redacted]"`, as in a log.
 */
export interface SqlWriter {
  readonly syntax: ExpressionSyntax;
  /** A text as a literal that nothing can end early. What does not show is written out first, as in a message. */
  readonly literal: (text: string) => string;
  /** Whether a text matches a printed expression. */
  readonly matches: (subject: string, expression: string) => string;
  /** A column of the log as text that compares by its characters; NULL stays NULL. */
  readonly text: (expression: string) => string;
  /** The column of arguments as it is kept; NULL stays NULL. */
  readonly rawArguments: (expression: string) => string;
  /** Whether raw arguments, not NULL, are one JSON object. */
  readonly isObject: (raw: string) => string;
  /** The value that raw arguments are, where `isObject` holds; else no value. */
  readonly argumentsValue: (raw: string, isObject: string) => string;
  /** A condition on the database as a whole, without which its texts are not what they seem. */
  readonly trusted: string | undefined;
  /** The value at a key of a map, or of no value. */
  readonly member: (map: string, key: string) => string;
  /** The value at a key of any value. Kortix semantics: own properties of maps, and the `length` of lists. */
  readonly step: (value: string, key: string) => string;
  /**
   * The texts that a value is compared as: its own, or those of a list's items at any depth, as ECMAScript writes them, and among
   * them a mark for each that is not known. None where the value is absent, null, a map, or a list that is empty or holds any of these.
   */
  readonly leaves: (value: string) => string;
  /** TRUE when there are leaves and all match, FALSE when there are none or one does not, else NULL. */
  readonly everyLeaf: (leaves: string, test: TextTest) => string;
  /** The element of a list of SQL expressions at a number from 1. */
  readonly element: (list: readonly string[], position: string) => string;
  /** Stands at the end of a stage whose columns are to be computed once. */
  readonly fence: string;
  /** Stands at the end of the query. */
  readonly settings: string;
}
