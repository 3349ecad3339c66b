import type { DocumentRelated } from "../../../contract/documents.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { accountKey } from "../../engines/experts/knownIdentities.ts";
import { projectPeople } from "../../engines/experts/projectPeople.ts";
import type { OpenedIndex } from "../../index/indexCache.ts";
import { accountsOf, presentPerson } from "../experts/personAccounts.ts";
import { optedOut } from "../experts/expertRanking.ts";

const MAX_WRITERS = 6;
const MAX_FILES = 20;

/** Who wrote the versions of a wiki's page, or of all pages of a wiki, most of them first. */
export async function writersOf(
  db: Db,
  index: OpenedIndex,
  project: ProjectAccess,
  of: { readonly page: string } | { readonly wiki: string },
): Promise<DocumentRelated["people"]> {
  const versions = await db
    .selectFrom("page_versions")
    .innerJoin("people", "people.id", "page_versions.author_id")
    .select(["people.id", "people.login", "people.name", "people.email", "people.avatar_url"])
    .select((select) => [
      select.fn.countAll<number>().as("versions"),
      select.fn.max("page_versions.created_at").as("last_at"),
    ])
    .where("page_versions.page_id", "in", (pages) => {
      const ids = pages.selectFrom("pages").select("pages.id");
      return "page" in of ? ids.where("pages.id", "=", of.page) : ids.where("pages.source_id", "=", of.wiki);
    })
    .where("people.is_bot", "=", false)
    .groupBy(["people.id", "people.login", "people.name", "people.email", "people.avatar_url"])
    .execute();
  if (versions.length === 0) return [];
  const table = await projectPeople(db, project.id, index);
  const silent = await optedOut(db, project, table);
  // Two accounts of one person in the wiki are one writer.
  const writers = new Map<string, (typeof versions)[number] & { person: number }>();
  for (const row of versions) {
    const person = table.find({ ...row, key: accountKey(row.id) });
    const key = person >= 0 ? String(person) : row.id;
    const known = writers.get(key);
    const count = Number(row.versions) + (known?.versions ?? 0);
    const last_at = known && known.last_at > row.last_at ? known.last_at : row.last_at;
    writers.set(key, { ...row, person, versions: count, last_at });
  }
  const found = [...writers.values()];
  const all = found.reduce((sum, row) => sum + row.versions, 0);
  const shown = found
    .filter(({ person }) => !silent.has(person))
    .toSorted((a, b) => b.versions - a.versions || b.last_at.getTime() - a.last_at.getTime())
    .slice(0, MAX_WRITERS);
  const committers = shown.map(({ person }) => person).filter((person) => person >= 0);
  const facts = await accountsOf(db, project.id, table, committers);
  return shown.map(({ id, person, name, login, email, avatar_url, versions: count, last_at }) => ({
    // Writers who never committed are in no table of the experts.
    person:
      person >= 0 ? presentPerson(table, person, facts.get(person)) : { id, name: name || login, email, avatar_url },
    share: count / all,
    commits: count,
    last_at: last_at.toISOString(),
  }));
}

/** Issues and files that a wiki's page names, as the last sync tied them to it. Only files that are still there. */
export async function namesOf(
  db: Db,
  index: OpenedIndex,
  pageId: string,
): Promise<{ readonly issues: string[]; readonly code: DocumentRelated["names"]["code"] }> {
  const [issues, paths, symbols] = await Promise.all([
    db.selectFrom("page_issues").select("issue_id").where("page_id", "=", pageId).execute(),
    db
      .selectFrom("page_paths")
      .innerJoin("git_paths", "git_paths.id", "page_paths.path_id")
      .select(["git_paths.source_id as source", "git_paths.path"])
      .where("page_paths.page_id", "=", pageId)
      .orderBy("git_paths.path")
      .execute(),
    db
      .selectFrom("page_symbols")
      .select(["source_id as source", "path", "name"])
      .where("page_id", "=", pageId)
      .orderBy("path")
      .orderBy("name")
      .execute(),
  ]);
  const files = new Map<string, { source: string; path: string; names: string[] }>();
  for (const { source, path, name } of [...symbols, ...paths.map((row) => ({ ...row, name: null }))]) {
    const code = index.code.find(({ part }) => part.source === source);
    if (!code || code.files.find(path) < 0) continue;
    const key = `${source} ${path}`;
    const file = files.get(key) ?? { source, path, names: [] };
    files.set(key, file);
    if (name !== null) file.names.push(name);
  }
  return { issues: issues.map(({ issue_id }) => issue_id), code: [...files.values()].slice(0, MAX_FILES) };
}
