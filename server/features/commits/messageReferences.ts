import type { MessageReference } from "../../../contract/code/commits.ts";
import type { RequestRef } from "../../../contract/requests/requestRef.ts";
import type { GraphNode } from "../../../contract/code/graph.ts";
import { findOnlyCommit, hashSpans } from "../../engines/commits/findCommits.ts";
import type { PeopleTable } from "../../engines/identities/peopleTable.ts";
import { type IssueReference, referenceSpans } from "../../engines/question/references.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { pageKey } from "../../sources/urlIdentity.ts";
import { requestRef } from "../../project/requestRef.ts";
import { commitSummary, issueOfNode } from "../../project/commitRefs.ts";

/** An issue or a request, as the graph presents it. */
type NamedNode = Pick<GraphNode, "id" | "key" | "address" | "title" | "state" | "url">;

interface Known {
  /** Issues that the sync tied to the commit. */
  readonly issues: readonly NamedNode[];
  /** Requests at the place of the repository that the message names. */
  readonly requests: readonly (RequestRef & { readonly number: number })[];
}

/** The issues, requests and commits that a message names, in the order of the text; what the project does not know is left out. */
export function messageReferences(
  index: OpenedIndex,
  people: PeopleTable,
  text: string,
  targets: Known,
): MessageReference[] {
  const named = referenceSpans(text).flatMap(({ from, to, reference }): MessageReference[] => {
    const issue = targets.issues.find(({ key, url }) =>
      isNamedBy({ key: key ?? "", number: numberOf(key), url }, reference),
    );
    if (issue) return [{ from, to, issue: issueOfNode(issue), request: null, commit: null }];
    const request = targets.requests.find((candidate) =>
      isNamedBy({ ...candidate, number: candidate.number }, reference),
    );
    return request ? [{ from, to, issue: null, request: requestRef(request), commit: null }] : [];
  });
  const commits = hashSpans(text).flatMap(({ from, to, hash }): MessageReference[] => {
    const place = findOnlyCommit(index, hash);
    const history = place && index.commits[place.member];
    return place && history
      ? [{ from, to, issue: null, request: null, commit: commitSummary(people, history, place.commit) }]
      : [];
  });
  const all = [...named, ...commits].sort((a, b) => a.from - b.from || b.to - a.to);
  let end = 0;
  return all.filter(({ from, to }) => {
    const isFree = from >= end;
    if (isFree) end = to;
    return isFree;
  });
}

/** The number of a key such as `#71`; null for a key of another form. */
const numberOf = (key: string | null): number | null => {
  const digits = /^#(\d+)$/.exec(key ?? "")?.[1];
  return digits === undefined ? null : Number(digits);
};

function isNamedBy(
  { key, number, url }: { readonly key: string; readonly number: number | null; readonly url: string | null },
  { kind, value }: Pick<IssueReference, "kind" | "value">,
): boolean {
  if (kind === "number") return number !== null && String(number) === value;
  if (kind === "key") return key.toUpperCase() === value;
  return (
    pageKey(url ?? "") === pageKey(value) ||
    (number !== null && new RegExp(`/(?:issues|work_items|pull|merge_requests)/${number}$`).test(pageKey(value)))
  );
}
