import type { IssueRef } from "../../../contract/issues/analysis.ts";
import type { CommitSummary } from "../../../contract/code/commits.ts";
import { MAX_PERSON_ENTRIES, type PersonWork } from "../../../contract/people/personPage.ts";
import type { Db } from "../../db/openDb.ts";
import { listIssuesWithSharedKey } from "../../db/tables/issues/issues.ts";
import {
  type PersonKeys,
  listOpenAssignedTo,
  listOpenRequestsOf,
  listPagesBy,
  listReportedBy,
  listResolvedBy,
  listReviewsBy,
} from "../../db/tables/persons/personActivity.ts";
import { pathOfPage } from "../../engines/documents/pagePaths.ts";
import type { PeopleTable } from "../../engines/identities/peopleTable.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { commitSummary } from "../../project/commitRefs.ts";
import { requestRef, withRequestAddresses } from "../../project/requestRef.ts";
import { issueAddress } from "../../../contract/addresses/issueAddress.ts";
import type { FoundPerson } from "./requirePerson.ts";

const LIMIT = MAX_PERSON_ENTRIES;

/** What a person works on and has done: commits, issues, requests, reviews, pages. */
export async function readWork(
  db: Db,
  index: OpenedIndex,
  projectId: string,
  { person, table }: FoundPerson,
): Promise<PersonWork> {
  const keys: PersonKeys = { projectId, accounts: person.accounts, authors: person.authors };
  const [assigned, requests, reviews, opened, resolved, pages] = await Promise.all([
    listOpenAssignedTo(db, keys, LIMIT),
    listOpenRequestsOf(db, keys, LIMIT),
    listReviewsBy(db, keys, LIMIT),
    listReportedBy(db, keys, LIMIT),
    listResolvedBy(db, keys, LIMIT),
    listPagesBy(db, keys, LIMIT),
  ]);
  const refs = await issueRefs(db, [...assigned.rows, ...opened.rows, ...resolved.rows]);
  const issuesOf = (rows: readonly { readonly id: string }[]): IssueRef[] =>
    rows.flatMap(({ id }) => refs.get(id) ?? []);
  return {
    ...commitsBy(table, person.number),
    assigned: issuesOf(assigned.rows),
    assigned_total: assigned.total,
    requests: (await withRequestAddresses(db, requests.rows)).map(requestRef),
    requests_total: requests.open,
    merged_requests_total: requests.merged,
    reviews: (await withRequestAddresses(db, reviews.rows)).map(({ verdict, submitted_at, ...request }) => ({
      request: requestRef(request),
      verdict,
      at: submitted_at.toISOString(),
    })),
    reviews_total: reviews.total,
    opened: issuesOf(opened.rows),
    opened_total: opened.total,
    resolved: issuesOf(resolved.rows),
    resolved_total: resolved.total,
    pages: pages.rows.map(({ id, source_id, title, versions, last_at }) => ({
      source: source_id,
      path: pathOfPage(index, source_id, id),
      title,
      versions: Number(versions),
      at: last_at.toISOString(),
    })),
    pages_total: pages.total,
  };
}

/** The commits of a person in all histories, newest first. @param person position in the table; -1 has none */
function commitsBy(table: PeopleTable, person: number): Pick<PersonWork, "commits" | "commits_total"> {
  const result: { readonly at: number; readonly summary: () => CommitSummary }[] = [];
  let total = 0;
  for (const { commits, authors } of person < 0 ? [] : table.histories) {
    let listed = 0;
    for (let commit = 0; commit < authors.length; commit++) {
      if (authors[commit] !== person) continue;
      total++;
      if (listed++ < LIMIT)
        result.push({ at: commits.table.times[commit] ?? 0, summary: () => commitSummary(table, commits, commit) });
    }
  }
  const newest = result.sort((a, b) => b.at - a.at).slice(0, LIMIT);
  return { commits: newest.map(({ summary }) => summary()), commits_total: total };
}

type IssueRow = Omit<IssueRef, "address">;

async function issueRefs(db: Db, rows: readonly IssueRow[]): Promise<Map<string, IssueRef>> {
  const ids = [...new Set(rows.map(({ id }) => id))];
  const shared = await listIssuesWithSharedKey(db, ids);
  return new Map(
    rows.map(({ id, key, title, state }) => [
      id,
      { id, key, address: issueAddress({ id, key }, shared.has(id)), title, state },
    ]),
  );
}
