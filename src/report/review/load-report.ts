import type { HoldCount } from "../../analysis/simulation/holds.ts";
import type { OwnerName } from "../../review/owner.ts";
import type { PeopleLoad } from "../../review/people-load.ts";
import type { Review } from "../../review/review-change.ts";
import type { ReviewedProject } from "../../review/reviewed-project.ts";
import { type Block, heading, paragraph } from "../document/block.ts";
import { counted } from "../document/counted.ts";
import { bareText, joined, type Phrase, phrase, quotedText, words } from "../document/phrase.ts";
import { connectorPhrase } from "./headline.ts";

/** Owners that one sentence names. */
const namedOwners = 5;
/** Rows of one table. */
const listedRows = 50;

interface LoadedProject extends ReviewedProject {
  readonly load: PeopleLoad;
}

/** For whom more or fewer calls would wait, a sentence a project: `Holds per week: 41 → 12 for @acme/finance.` Nothing where it stays. */
export function loadSummary({ projects }: Pick<Review, "projects">): readonly Block[] {
  return projects.filter(isLoaded).flatMap((project) => {
    const { load } = project;
    const unowned = sumOf(load.connectors.filter(({ owners }) => owners.length === 0));
    const parts = [
      // The trust branch names them, and what changes for them is theirs to approve.
      ...load.owners
        .filter(changes)
        .map((one) => phrase`${countsPhrase(one, load)} for ${words(one.owner.text)}`),
      ...(changes(unowned)
        ? [phrase`${countsPhrase(unowned, load)} for nobody, because no owner is named`]
        : []),
    ];
    if (parts.length === 0) return [];
    const where = projects.length > 1 ? phrase` by ${project.change.name}` : [];
    const more = parts.length - namedOwners;
    const named = joined(parts.slice(0, namedOwners), ", ");
    return [
      paragraph(
        phrase`${words(`Holds ${measure(load)}`)}${where}: ${named}${words(more > 0 ? ` and ${more} more` : "")}.`,
      ),
    ];
  });
}

/** How many calls wait for whom, before and after, connector by connector and owner by owner, and what is not counted. */
export function loadBlocks({ load }: { readonly load?: PeopleLoad }): readonly Block[] {
  if (load === undefined) return [];
  const { connectors, owners, others } = load;
  const rows = [
    ...ranked(connectors).map((one) => [
      connectorPhrase(one.connector),
      ownersPhrase(one.owners),
      ...cells(one, load),
    ]),
    ...(others.before + others.after === 0
      ? []
      : [[words("others"), words("not told apart"), ...cells(others, load)]]),
  ];
  if (rows.length === 0) return [];
  const columns = [words(`holds ${measure(load)}, today`), words("after")];
  const ownerRows = ranked(owners).map((one) => [bareText(one.owner.text), ...cells(one, load)]);
  return [
    heading(words("the load on people")),
    ...cutTable([words("connector"), words("owners"), ...columns], rows),
    ...(owners.length < 2 ? [] : cutTable([words("owner"), ...columns], ownerRows)),
    ...notes(load).map(paragraph),
  ];
}

/** What changes most first, then what is held most. */
function ranked<T extends HoldCount>(counts: readonly T[]): readonly T[] {
  const change = ({ before, after }: HoldCount): number => Math.abs(after - before);
  return counts.toSorted((one, other) => change(other) - change(one) || other.before - one.before);
}

function cutTable(
  header: readonly Phrase[],
  rows: readonly (readonly Phrase[])[],
): readonly Block[] {
  const more = rows.length - listedRows;
  return [
    { kind: "table", header, rows: rows.slice(0, listedRows) },
    ...(more > 0 ? [paragraph(phrase`and ${more} more`)] : []),
  ];
}

function notes({ days, connectors, undated, undecided }: PeopleLoad): readonly Phrase[] {
  return [
    days === undefined
      ? words(
          "How many days the saved calls cover is not known, so the numbers are of all of them.",
        )
      : phrase`Of saved calls that were made over ${counted(days, "day")}.`,
    ...(connectors.some(({ owners }) => owners.length > 1)
      ? [words("What several owners may answer counts for each of them.")]
      : []),
    ...(undated.calls === 0
      ? []
      : [phrase`Not counted: ${counted(undated.calls, "saved call")} without ${"at"}.`]),
    ...(undecided.calls === 0
      ? []
      : [phrase`Not counted: ${counted(undecided.calls, "saved call")} that cannot be decided.`]),
  ];
}

function isLoaded<T extends ReviewedProject>(
  project: T & { readonly load?: PeopleLoad },
): project is T & LoadedProject {
  return project.load !== undefined;
}

function changes({ before, after }: HoldCount): boolean {
  return before !== after;
}

function sumOf(counts: readonly HoldCount[]): HoldCount {
  return counts.reduce(
    (sum, { before, after }) => ({ before: sum.before + before, after: sum.after + after }),
    { before: 0, after: 0 },
  );
}

function measure({ days }: PeopleLoad): string {
  return days === undefined ? "in the saved calls" : "per week";
}

function countsPhrase(count: HoldCount, load: PeopleLoad): Phrase {
  return joined(cells(count, load), " → ");
}

function cells({ before, after }: HoldCount, { days }: PeopleLoad): readonly Phrase[] {
  return [before, after].map((calls) =>
    words(days === undefined ? String(calls) : perWeek(calls, days)),
  );
}

/** A rate for people: whole from ten, below that with one decimal, and never 0 for some. */
function perWeek(calls: number, days: number): string {
  const rate = (calls * 7) / days;
  if (rate >= 10) return String(Math.round(rate));
  return calls === 0 || rate >= 0.1 ? String(Math.round(rate * 10) / 10) : "under 0.1";
}

/** Quoted: a table of what stays as it is must tell nobody of it. */
function ownersPhrase(owners: readonly OwnerName[]): Phrase {
  if (owners.length === 0) return words("nobody");
  return joined(
    owners.map(({ text }) => quotedText(text)),
    ", ",
  );
}
