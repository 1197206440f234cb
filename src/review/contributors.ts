import { quoted } from "../policy/source/visible-text.ts";
import type { Person } from "./person.ts";

/** One commit of the change, over all parents, as far as GitHub can name its people. */
export interface CommitFact {
  readonly sha: string;
  /** Null when GitHub knows no account for the e-mail address. */
  readonly author: Person | null;
  readonly committer: Person | null;
  /** Accounts behind `Co-authored-by` trailers that GitHub can name. */
  readonly coAuthors: readonly Person[];
  readonly parents: readonly string[];
  /** True when it is git's own merge of its parents ("Update branch"), which makes nobody a contributor. */
  readonly cleanMerge: boolean;
}

/** One who took part, and how, in words to be read after the name: "wrote commit `abcdef0`". */
export interface Contribution {
  readonly person: Person;
  readonly because: string;
}

/** Who took part in a change, and so does not countersign it. */
export interface Contributors {
  /** By account id; of several ways to take part the first that was found. */
  readonly people: ReadonlyMap<number, Contribution>;
  /** Commits nobody can be named for: the change then needs one more approval. */
  readonly unattributed: readonly string[];
}

/** GitHub's own account, which commits what people write in the browser; it stands for no person. */
const webFlowId = 19_864_447;

/**
 * Author of the pull request, authors, committers and co-authors of its commits, and everybody who was seen to push
 * to it. A commit is unattributed when its author or its committer has no account, and when GitHub's own account is said
 * to have written it, which anybody can write into a commit.
 */
export function contributors(
  author: Person,
  commits: readonly CommitFact[],
  pushers: readonly Person[],
): Contributors {
  const people = new Map<number, Contribution>();
  const add = (person: Person | null, because: string): void => {
    if (person !== null && person.id !== webFlowId && !people.has(person.id)) {
      people.set(person.id, { person, because });
    }
  };
  add(author, "opened this pull request");
  const unattributed: string[] = [];
  for (const commit of commits.filter(({ cleanMerge }) => !cleanMerge)) {
    const short = quoted(commit.sha.slice(0, 7));
    add(commit.author, `wrote commit ${short}`);
    add(commit.committer, `committed ${short}`);
    for (const person of commit.coAuthors) add(person, `is a co-author of commit ${short}`);
    if (!isAttributed(commit)) unattributed.push(commit.sha);
  }
  for (const person of pushers) add(person, "pushed to this pull request");
  return { people, unattributed };
}

function isAttributed({ author, committer }: CommitFact): boolean {
  return author !== null && author.id !== webFlowId && committer !== null;
}
