import type { Change } from "../../analysis/diff/change.ts";
import type { Review } from "../../review/review-change.ts";
import { visibleText } from "../document/document-text.ts";
import { bareText, joined, type Phrase, phrase, words } from "../document/phrase.ts";
import { everybody } from "./override-report.ts";

/** The first sentence of a report: what the change does to agents, in counts by direction. Plain words. */
export function headline({ projects, requirements }: Review): string {
  const changes = projects.flatMap(({ change }) => change.diff.changes);
  const undecided = projects.flatMap(({ change }) => change.diff.undecided).length;
  const parts = [
    ...(Object.keys(movements) as Movement[]).flatMap((movement) => {
      const count = changes.filter((change) => movementOf(change) === movement).length;
      return count === 0 ? [] : [movements[movement](things(count))];
    }),
    ...(undecided > 0
      ? [`may be answered differently in ${things(undecided)} where it could not be proved`]
      : []),
  ];
  if (parts.length > 0) return `After this change, agents ${enumerated(parts)}.`;
  if (requirements.length > 0) {
    return "No call is decided differently, but what a decision means or who gives it changes.";
  }
  return "No call is decided differently: proved over all possible calls.";
}

type Movement = "runs" | "asks" | "tightened" | "reaches";

/** What becomes of calls, the most dangerous first, to be read after "agents". */
const movements: Readonly<Record<Movement, (things: string) => string>> = {
  runs: (kinds) => `may do ${kinds} without asking that they may not do alone today`,
  asks: (kinds) => `may ask for ${kinds} that they may not do at all today`,
  tightened: (kinds) => `are held back or refused in ${kinds}`,
  reaches: (kinds) => `reach the policy with ${kinds}, which it refuses`,
};

function movementOf({ direction, to }: Change): Movement {
  if (direction === "tightened") return "tightened";
  if (to.effect === "always_run") return "runs";
  return to.effect === "require_approval" ? "asks" : "reaches";
}

/** The state of the gate in one line of plain words, for a heading. */
export function verdictPhrase(review: Review): Phrase {
  const { verdict, override } = review;
  const state = statePhrase(review);
  return verdict.kind !== "overridden" && override.wasOnHead
    ? phrase`OVERRIDDEN before. ${state}`
    : state;
}

function statePhrase({ verdict, requirements }: Review): Phrase {
  switch (verdict.kind) {
    case "closed-by-change":
      return words(
        `Closed: ${verdict.blockers.length === 1 ? "one thing" : `${verdict.blockers.length} things`} to mend first`,
      );
    case "closed-by-setup":
      return words("Closed: nobody can be asked yet");
    case "waiting":
      return phrase`Closed: waiting for the owners of ${connectorNames(verdict.on)}`;
    case "overridden": {
      const { requestedBy, confirmedBy } = verdict.override;
      return phrase`OVERRIDDEN by ${everybody([requestedBy, ...confirmedBy])}, without the owners of ${connectorNames(verdict.instead)}`;
    }
    case "open":
      return requirements.length === 0
        ? words("Open: nothing to countersign")
        : phrase`Open: approved for ${connectorNames(verdict.approved)}`;
  }
}

/** The same as a check run's title, which GitHub shows as plain text: at most 250 characters. */
export function verdictTitle(review: Review): string {
  const text = verdictPhrase(review)
    .map((piece) => visibleText(piece.text))
    .join("");
  return text.length > titleLength ? `${text.slice(0, titleLength - 1)}…` : text;
}

const titleLength = 250;

/** Connectors that a title names; a table lists all. */
const namedConnectors = 5;

function connectorNames(connectors: readonly string[]): Phrase {
  const names = connectors.slice(0, namedConnectors).map(connectorPhrase);
  const more = connectors.length - names.length;
  const parts = more > 0 ? [...names, phrase`${more} more`] : names;
  if (parts.length < 2) return parts.flat();
  return phrase`${joined(parts.slice(0, -1), ", ")} and ${parts.slice(-1).flat()}`;
}

/** A connector's name; what belongs to no single one is called everything else. */
export function connectorPhrase(connector: string): Phrase {
  return connector === "*" ? words("everything else") : bareText(connector);
}

function things(count: number): string {
  return count === 1 ? "1 kind of call" : `${count} kinds of calls`;
}

/** `a`, `a and b`, `a, b and c`. */
function enumerated(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}
