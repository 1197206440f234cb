import { z } from "zod";
import type { Json } from "../policy/call.ts";
import { type Block, heading, type Item, list } from "./document/block.ts";
import { counted } from "./document/counted.ts";
import { joined, type Phrase, phrase, quotedText, words } from "./document/phrase.ts";
import { jsonText } from "./json/json-text.ts";

/** A line of the decision log, to be shown. */
export interface LoggedLine {
  readonly seq: number;
  /** RFC 3339. */
  readonly at: string;
  readonly kind: string;
  readonly headSha: string;
  readonly verdict?: string;
  readonly body: Json;
}

const reviewId = z.number();
const approvalBody = z.object({
  reviewId,
  connector: z.string(),
  reviewerLogin: z.string(),
});
const spentBody = z.object({ reviewId, connector: z.string(), mergeSha: z.string().nullable() });
const verdictBody = z.object({
  requirements: z.array(
    z.object({
      connector: z.string(),
      status: z.string(),
      groups: z.array(z.object({ owners: z.array(z.string()) })),
    }),
  ),
  reviews: z.array(
    z.object({
      reviewId,
      reviewer: z.object({ login: z.string() }).nullable(),
      countsFor: z.array(z.string()),
      ignored: z.array(z.object({ because: z.looseObject({ kind: z.string() }) })),
    }),
  ),
});

/** The log of one pull request as a person reads it: one item a line, below it who was asked and whose review counted. */
export function logBlocks(title: string, lines: readonly LoggedLine[]): readonly Block[] {
  return [heading(phrase`${title}: ${counted(lines.length, "line")}`), ...list(lines.map(itemOf))];
}

function itemOf({ seq, at, kind, headSha, verdict, body }: LoggedLine): Item {
  const outcome = verdict === undefined ? [] : phrase` ${verdict}`;
  const head = phrase`${seq} ${words(at)} ${words(wordOf(kind))}${outcome} at ${headSha.slice(0, 12)}`;
  return { text: head, below: list(factsOf(kind, body)) };
}

const kinds = ["verdict", "approval", "spent", "incident", "override"];

/** Only the words that this program writes are words. */
function wordOf(kind: string): string {
  return kinds.find((known) => known === kind) ?? "line";
}

function factsOf(kind: string, body: Json): readonly Phrase[] {
  return readers[kind]?.(body) ?? [phrase`${quotedText(jsonText(body))}`];
}

/** Undefined where a body has another form: then it is shown as it is. */
type Reader = (body: Json) => readonly Phrase[] | undefined;

const readers: Readonly<Record<string, Reader>> = {
  approval: (body) => {
    const { data } = approvalBody.safeParse(body);
    if (data === undefined) return undefined;
    const target = data.connector === "" ? words("it was looked at") : phrase`${data.connector}`;
    return [phrase`review ${data.reviewId} of ${data.reviewerLogin}: ${target}`];
  },
  spent: (body) => {
    const { data } = spentBody.safeParse(body);
    if (data === undefined) return undefined;
    const merge = data.mergeSha === null ? [] : phrase` by merge ${data.mergeSha.slice(0, 12)}`;
    return [phrase`review ${data.reviewId} for ${data.connector} was used${merge}`];
  },
  verdict: (body) => {
    const { data } = verdictBody.safeParse(body);
    return data && [...data.requirements.map(requirementPhrase), ...data.reviews.map(reviewPhrase)];
  },
};

type VerdictBody = z.infer<typeof verdictBody>;

function requirementPhrase({
  connector,
  status,
  groups,
}: VerdictBody["requirements"][number]): Phrase {
  const owners = [...new Set(groups.flatMap((group) => group.owners))];
  const named = owners.length === 0 ? words("nobody") : quotedList(owners);
  return phrase`${connector} ${status}, owned by ${named}`;
}

function reviewPhrase(review: VerdictBody["reviews"][number]): Phrase {
  const who =
    review.reviewer === null ? words("a deleted account") : phrase`${review.reviewer.login}`;
  const counts =
    review.countsFor.length === 0 ? [] : [phrase`counts for ${quotedList(review.countsFor)}`];
  const ignored = review.ignored.map(({ because }) => phrase`does not count: ${because.kind}`);
  return phrase`review ${review.reviewId} of ${who} ${joined([...counts, ...ignored], ", ")}`;
}

function quotedList(texts: readonly string[]): Phrase {
  return joined(texts.map(quotedText), ", ");
}
