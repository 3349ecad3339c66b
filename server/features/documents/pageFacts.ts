import type { DocumentRelated } from "../../../contract/documents/documents.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import {
  listIssuesOfPage,
  listPathsOfPage,
  listSymbolsOfPage,
  listWritersOfPages,
} from "../../db/tables/pages/pages.ts";
import { pageWriters } from "../../engines/documents/pageWriters.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import { codeOf, type OpenedIndex } from "../../index/OpenedIndex.ts";
import { trackerAccountsOf, presentPerson } from "../../project/personAccounts.ts";
import { optedOut } from "../experts/expertRanking.ts";

const MAX_WRITERS = 6;
const MAX_FILES = 20;

/** Who wrote the versions of and comments on a wiki's page, or of all pages of a wiki, most of them first. */
export async function writersOf(
  db: Db,
  index: OpenedIndex,
  project: ProjectAccess,
  of: { readonly page: string } | { readonly wiki: string },
): Promise<DocumentRelated["people"]> {
  const versions = await listWritersOfPages(db, of);
  if (versions.length === 0) return [];
  const table = await projectPeople(db, project.id, index);
  const shown = pageWriters(table, versions, await optedOut(db, project, table)).slice(0, MAX_WRITERS);
  const committers = shown.map(({ person }) => person).filter((person) => person >= 0);
  const facts = await trackerAccountsOf(db, project.id, table, committers);
  return shown.map(
    ({ account: { id, name, login, email, avatar_url }, person, share, versions: count, comments, lastAt }) => ({
      // Writers who never committed are in no table of the experts.
      person:
        person >= 0 ? presentPerson(table, person, facts.get(person)) : { id, name: name || login, email, avatar_url },
      share,
      commits: count,
      comments,
      last_at: lastAt.toISOString(),
    }),
  );
}

/** Rows of each kind that are read of what a page names. */
const MAX_NAMED = 2000;

/** Issues and files that a wiki's page names, as the last sync tied them to it. Only files that are still there. */
export async function namesOnPage(
  db: Db,
  index: OpenedIndex,
  pageId: string,
): Promise<{ readonly issues: string[]; readonly code: DocumentRelated["names"]["code"] }> {
  const [issues, paths, symbols] = await Promise.all([
    listIssuesOfPage(db, pageId, MAX_NAMED),
    listPathsOfPage(db, pageId, MAX_NAMED),
    listSymbolsOfPage(db, pageId, MAX_NAMED),
  ]);
  const files = new Map<string, { source: string; path: string; names: string[] }>();
  for (const { source, path, name } of [...symbols, ...paths.map((row) => ({ ...row, name: null }))]) {
    const code = codeOf(index, source);
    if (!code || code.files.find(path) < 0) continue;
    const key = `${source} ${path}`;
    const file = files.get(key) ?? { source, path, names: [] };
    files.set(key, file);
    if (name !== null) file.names.push(name);
  }
  return { issues, code: [...files.values()].slice(0, MAX_FILES) };
}
