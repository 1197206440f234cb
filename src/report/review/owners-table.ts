import type { GroupState } from "../../review/group-state.ts";
import type { OwnerGroup } from "../../review/requirement.ts";
import type { RequirementState } from "../../review/requirement-state.ts";
import type { Block } from "../document/block.ts";
import { counted } from "../document/counted.ts";
import { messagePhrase } from "../document/message-phrase.ts";
import { joined, type Phrase, phrase, quotedText, words } from "../document/phrase.ts";
import { connectorPhrase } from "./headline.ts";

/** Names in one cell; a pull request could name as many as it likes. */
const namesInCell = 10;

/**
 * One row for each connector, what is still closed first: who owns it and how far it has come. Without `owners` only how
 * far each one has come that is still closed.
 */
export function ownersTable(states: readonly RequirementState[], owners: boolean): Block {
  const closed = states.filter(({ status }) => status !== "approved");
  const approved = states.filter(({ status }) => status === "approved");
  if (owners) {
    return {
      kind: "table",
      header: [words("connector"), words("owners"), words("state")],
      rows: [...closed, ...approved].map((state) => [
        connectorPhrase(state.requirement.connector),
        ownersCell(state),
        stateCell(state),
      ]),
    };
  }
  return {
    kind: "table",
    header: [words("connector"), words("state")],
    rows: [
      ...closed.map(({ requirement, status }) => [
        connectorPhrase(requirement.connector),
        words(shortStates[status]),
      ]),
      ...(approved.length === 0
        ? []
        : [[phrase`${approved.length} more`, words(shortStates.approved)]]),
    ],
  };
}

const shortStates: Readonly<Record<RequirementState["status"], string>> = {
  approved: "✅ approved",
  "changes-requested": "❌ changes requested",
  unanswerable: "❌ nobody can approve",
  waiting: "⏳ waiting",
};

function ownersCell({ groups }: RequirementState): Phrase {
  const cells = groups.map(({ group, fallbackAsked }) => {
    const label = groups.length > 1 ? words(`${group.label}: `) : [];
    const more = fallbackAsked ? words(" and the fallback owners") : [];
    return phrase`${label}${ownerNames(group)}${more}`;
  });
  return joined(cells, "; ");
}

/**
 * Owners of the trust branch stand as words, so that GitHub tells them. Those that only the pull request names are
 * quoted: nobody may be told of it because its author wrote a name down.
 */
export function ownerNames({ owners, namedBy }: OwnerGroup): Phrase {
  if (owners.length === 0) return words("nobody");
  return names(owners.map(({ text }) => (namedBy === "base" ? words(text) : quotedText(text))));
}

function stateCell(state: RequirementState): Phrase {
  switch (state.status) {
    case "approved":
      return phrase`✅ approved by ${logins(approvers(state))}`;
    case "changes-requested":
      return phrase`❌ changes requested by ${logins(state.changesRequestedBy.map(({ login }) => login))}`;
    case "unanswerable":
      return phrase`❌ ${names(unanswerable(state).map(messagePhrase), "; ")}`;
    case "waiting":
      return waiting(state);
  }
}

function unanswerable({ groups }: RequirementState): readonly string[] {
  return [...new Set(groups.flatMap((group) => group.unanswerable))];
}

function waiting(state: RequirementState): Phrase {
  const missing = Math.max(...state.groups.map(missingFrom));
  const wait = phrase`⏳ waiting for ${counted(missing, "approval")}`;
  const stale = state.staleApprovals.map(({ login }) => login);
  return stale.length === 0
    ? wait
    : phrase`${wait}: went stale, because ${logins(stale)} approved a different change`;
}

function missingFrom({ needed, approvedBy }: GroupState): number {
  return Math.max(0, needed - approvedBy.length);
}

function approvers({ groups }: RequirementState): readonly string[] {
  const logins = groups.flatMap(({ approvedBy }) =>
    approvedBy.map(({ review }) => review.reviewer.login),
  );
  return [...new Set(logins)];
}

function logins(people: readonly string[]): Phrase {
  return names(people.map(quotedText));
}

function names(phrases: readonly Phrase[], separator = ", "): Phrase {
  const more = phrases.length - namesInCell;
  const shown = joined(phrases.slice(0, namesInCell), separator);
  return more > 0 ? phrase`${shown} and ${more} more` : shown;
}
