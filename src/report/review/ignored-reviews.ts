import type { Review } from "../../review/review-change.ts";
import { type Block, list, paragraph } from "../document/block.ts";
import { phrase, quotedText, words } from "../document/phrase.ts";
import { ignoredPhrase } from "./ignored-phrase.ts";

const listed = 30;

/** Each review that does not count, with the reason in words. Nothing when every review counts. */
export function ignoredReviews({ reviews }: Pick<Review, "reviews">): readonly Block[] {
  const items = reviews.flatMap(({ review, ignored }) =>
    ignored.map(({ connector, because }) => {
      const who =
        review.reviewer === null ? words("a deleted account") : quotedText(review.reviewer.login);
      return phrase`${who} ${ignoredPhrase(because, connector)}`;
    }),
  );
  if (items.length === 0) return [];
  return [paragraph(words("Reviews that do not count:")), ...list(items.slice(-listed))];
}
