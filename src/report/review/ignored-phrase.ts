import type { Ignored } from "../../review/review-outcome.ts";
import { messagePhrase } from "../document/message-phrase.ts";
import { type Phrase, phrase, words } from "../document/phrase.ts";

/** Why a review does not count, to be read after the reviewer's name. */
export function ignoredPhrase(because: Ignored, connector: string | undefined): Phrase {
  const where = connector === undefined ? [] : phrase` for ${connector}`;
  switch (because.kind) {
    case "bot":
      return words("is a bot, and a bot's approval does not count");
    case "not-witnessed":
      return words("approved before Countersign could see it: please approve again");
    case "contributor":
      return phrase`took part in the change: ${messagePhrase(because.because)}`;
    case "not-an-owner":
      return phrase`owns none of the affected connectors`;
    case "expired":
      return phrase`approved too long ago${where}: the approval has expired`;
    case "never-judged":
      return words("approved a commit that was never judged: please approve again");
    case "stale":
      return phrase`approved a different change${where}: please look again`;
    case "superseded":
      return words("gave a later review, which stands instead");
    case "dismissed":
      return words("gave a review that was dismissed");
    case "dismissed-unseen":
      return words(
        "gave a review that was dismissed before Countersign saw what it said: an owner's stands as a change request",
      );
  }
}
