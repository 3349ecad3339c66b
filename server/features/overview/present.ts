import type { Overview, OverviewIssue } from "../../../contract/overview.ts";
import type { listLongWaitingRequests, OverviewIssueRow } from "../../db/tables/projects/projectOverview.ts";
import type { PeopleTable } from "../../engines/identities/peopleTable.ts";
import { type ActivePerson, contributorCount, type KnowledgeRisks } from "../../engines/overview/risks.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { presentPerson } from "../../project/personAccounts.ts";
import { issueAddress } from "../../../contract/addresses/issueAddress.ts";

/** The size of what the index has. */
export const sizeOf = (index: OpenedIndex, people: PeopleTable, files: number): Overview["size"] => ({
  files,
  commits: index.commits.reduce((sum, { table }) => sum + table.length, 0),
  people: contributorCount(people),
});

/** Requests that wait, with the number of all of them. */
export const presentWaiting = (rows: Awaited<ReturnType<typeof listLongWaitingRequests>>): Overview["waiting"] => ({
  count: Number(rows[0]?.count ?? 0),
  requests: rows.map(({ id, key, title, url, author, author_id, created_at }) => ({
    id,
    key,
    title,
    url,
    author,
    author_id,
    created_at: created_at.toISOString(),
  })),
});

/** Parts of the code with the one person who knows them. */
export function presentKnowledge(
  index: OpenedIndex,
  people: PeopleTable,
  { files, islands, orphans, parts }: KnowledgeRisks,
): NonNullable<Overview["knowledge"]> {
  const areas = parts.flatMap(({ member, path, files: areaFiles, holding, holders, left }) => {
    if (holding === "shared") return [];
    const person = (holding === "orphan" ? left : holders[0])?.person;
    return [
      {
        repository: index.code[member]?.part.source ?? "",
        path,
        files: areaFiles.length,
        holding,
        person: person === undefined ? null : presentPerson(people, person),
      },
    ];
  });
  return { files, islands, orphans, areas };
}

/** The first of the active people. */
export const presentActive = (
  people: PeopleTable,
  active: readonly ActivePerson[],
  limit: number,
): Overview["active"] => ({
  count: active.length,
  people: active.slice(0, limit).map(({ person, commits, lastAt }) => ({
    person: presentPerson(people, person),
    commits,
    last_at: new Date(lastAt).toISOString(),
  })),
});

/** Issues with what their rows show. */
export const presentOverviewIssue = ({
  id,
  key,
  title,
  assignee,
  assignee_id,
  ...row
}: OverviewIssueRow): OverviewIssue => ({
  id,
  key,
  address: issueAddress({ id, key }, row.is_shared),
  title,
  assignee,
  assignee_id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});
