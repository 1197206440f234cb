import type { Answer, Call } from "./route.ts";

const DEFAULT_PER_PAGE = 30;
const MOST_PER_PAGE = 100;

/** The slice of a list that the caller asked for, at GitHub's sizes. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly headers: Readonly<Record<string, string>>;
  readonly number: number;
}

/** One page of a list, and the `Link` header to the others. */
export function pageOf<T>(
  call: Call,
  all: readonly T[],
  perPageDefault = DEFAULT_PER_PAGE,
): Page<T> {
  const asked = Number(call.query.get("per_page") ?? perPageDefault);
  const most = Math.max(MOST_PER_PAGE, perPageDefault);
  const perPage = Math.min(Math.max(asked, 1), most);
  const number = Math.max(Number(call.query.get("page") ?? 1), 1);
  const last = Math.max(Math.ceil(all.length / perPage), 1);
  const links: [string, number][] = [];
  if (number > 1) links.push(["prev", Math.min(number - 1, last)]);
  if (number < last) links.push(["next", number + 1], ["last", last]);
  if (number > 1) links.push(["first", 1]);
  return {
    items: all.slice((number - 1) * perPage, number * perPage),
    headers: linkHeader(links.map(([rel, page]) => [rel, withQuery(call, "page", String(page))])),
    number,
  };
}

/** A page as the whole answer. */
export function pageAnswer<T>(call: Call, all: readonly T[], json: (item: T) => unknown): Answer {
  const { items, headers } = pageOf(call, all);
  return { status: 200, body: items.map(json), headers };
}

/** The caller's address with one query parameter set. */
export function withQuery(call: Call, name: string, value: string): string {
  const query = new URLSearchParams(call.query);
  query.set(name, value);
  return `${call.url}?${query}`;
}

/** A `Link` header, or none. */
export function linkHeader(
  links: readonly (readonly [rel: string, url: string])[],
): Record<string, string> {
  if (links.length === 0) return {};
  return { link: links.map(([rel, url]) => `<${url}>; rel="${rel}"`).join(", ") };
}
