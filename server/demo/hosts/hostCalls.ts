/** What the calls of a simulated host share: their answers, and pages of lists. */
import type { JsonValue, Places } from "./hostAnswers.ts";

export interface Answer {
  readonly status: number;
  readonly body: JsonValue;
  readonly headers?: Readonly<Record<string, string>>;
}
export interface Call {
  readonly query: URLSearchParams;
  readonly places: Places;
  /** The address of the call itself without its query, by the repository's number, as in GitHub's page links. */
  readonly address: (path: string) => string;
}

export const TOPICS = {
  repository: "repos/repos#get-a-repository",
  issues: "issues/issues#list-repository-issues",
  issue: "issues/issues#get-an-issue",
  comments: "issues/comments#list-issue-comments-for-a-repository",
  pull: "pulls/pulls#get-a-pull-request",
};

/** One page of a list, with links to the others as GitHub gives them. */
export function pagedAnswer<T>(list: readonly T[], call: Call, path: string, present: (item: T) => JsonValue): Answer {
  const positiveInteger = (name: string, otherwise: number): number => {
    const value = Number(call.query.get(name) ?? otherwise);
    return Number.isInteger(value) && value > 0 ? value : otherwise;
  };
  const size = Math.min(positiveInteger("per_page", 30), 100);
  const page = positiveInteger("page", 1);
  const last = Math.max(1, Math.ceil(list.length / size));
  const link = (rel: string, to: number): string => {
    const query = new URLSearchParams(call.query);
    query.set("page", String(to));
    return `<${call.address(path)}?${query}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [link("prev", page - 1)] : []),
    ...(page < last ? [link("next", page + 1), link("last", last)] : []),
    ...(page > 1 ? [link("first", 1)] : []),
  ];
  const body = list.slice((page - 1) * size, page * size).map(present);
  return { status: 200, body, ...(links.length > 0 && { headers: { link: links.join(", ") } }) };
}
