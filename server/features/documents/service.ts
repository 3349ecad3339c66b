import {
  type DocumentEntry,
  type DocumentRelated,
  MAX_OUTDATED_PAGES,
  type RelatedDocument,
} from "../../../contract/documents/documents.ts";
import type { IssueCard } from "../../../contract/issues/issues.ts";
import type { ProjectAccess } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { type DocumentSourceRow, listDocumentSources } from "../../db/tables/sources/sources.ts";
import { listOutdatedPages } from "../../db/tables/pages/staleReferences.ts";
import { listIssuesByIds } from "../../db/tables/issues/issues.ts";
import type { CollectionEntry } from "../../engines/documents/DocumentCollection.ts";
import { collectionOf } from "../../engines/documents/documentCollections.ts";
import { fileUrl } from "../../sources/hostLinks.ts";
import { pageAt } from "../../engines/documents/pagePaths.ts";
import { pagesForIssue } from "../../engines/documents/pagesForIssue.ts";
import { relatedTo } from "../../engines/documents/related.ts";
import { localize } from "../../engines/localize/localize.ts";
import { NotFound } from "../../errors.ts";
import { codeOf, commitsOf, type OpenedIndex } from "../../index/OpenedIndex.ts";
import { message } from "../../messages/messages.ts";
import { presentIssueCards } from "../../project/presentIssues.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import { documentExperts } from "./documentExperts.ts";
import { namesOnPage, writersOf } from "./pageFacts.ts";
import { presentDocumentCommit, presentEntries } from "./present.ts";

/** @throws NotFound when the project has no such source */
export async function requireSource(db: Db, projectId: string, id: string): Promise<DocumentSourceRow> {
  const source = (await listDocumentSources(db, projectId)).find((row) => row.id === id);
  if (!source) throw new NotFound(message("source.not_found"));
  return source;
}

/** The entries of one folder of a source; empty where there is no such folder. */
export const folderEntriesOf = (index: OpenedIndex, source: string, path: string): readonly CollectionEntry[] =>
  collectionOf(index, source)?.list(path) ?? [];

/** The pages with most names that the code no longer has. A page that has left the index since is left out. */
export async function outdatedPages(
  db: Db,
  index: OpenedIndex,
  { projectId, source }: { readonly projectId: string; readonly source: string | null },
): Promise<DocumentEntry[]> {
  const rows = await listOutdatedPages(db, projectId, { limit: MAX_OUTDATED_PAGES, source });
  return rows.flatMap((row) => {
    const folder = row.path.slice(0, Math.max(0, row.path.lastIndexOf("/")));
    const entry = folderEntriesOf(index, row.source, folder).find(({ path }) => path === row.path);
    return entry ? presentEntries(row.source, [entry], new Map([[row.path, row.references]])) : [];
  });
}

/** People, issues, pages and commits connected to a document or a folder. */
export async function relatedToDocument(
  db: Db,
  index: OpenedIndex,
  project: ProjectAccess,
  { source, path }: { readonly source: DocumentSourceRow; readonly path: string },
): Promise<DocumentRelated> {
  const related = relatedTo(index, source.id, path);
  const page = pageAt(index, source.id, path);
  const names = page === null ? { issues: [], code: [] } : await namesOnPage(db, index, page);
  const cards = await issueCards(db, project, [
    ...[...related.issues, ...related.fixed].map(({ id }) => id),
    ...names.issues,
  ]);
  const commits = commitsOf(index, source.id);
  const people = commits && related.commits.length > 0 ? await projectPeople(db, project.id, index) : null;
  return {
    of: source.kind === "wiki" ? "wiki" : "repository",
    people:
      source.kind === "wiki"
        ? await writersOf(db, index, project, page === null ? { wiki: source.id } : { page })
        : commits
          ? await documentExperts(db, index, project, { source: source.id, path, commits }, related.changed)
          : [],
    issues: related.issues.flatMap(({ id, mentions }) => {
      const issue = cards.get(id);
      return issue ? [{ issue, mentions: [...mentions] }] : [];
    }),
    pages: related.pages.map((relatedPage) => ({ ...relatedPage, mentions: [...relatedPage.mentions] })),
    commits:
      commits && people ? related.commits.map((commit) => presentDocumentCommit(people, source, commits, commit)) : [],
    commits_total: related.changed.length,
    fixed: related.fixed.flatMap(({ id, commit }) => {
      const issue = cards.get(id);
      return issue ? [{ issue, commit }] : [];
    }),
    names: { issues: names.issues.flatMap((id) => cards.get(id) ?? []), code: names.code },
    has_history: related.hasHistory,
  };
}

/** An issue may have gone since the index was built: it has no card. */
async function issueCards(
  db: Db,
  project: { readonly id: string; readonly slug: string },
  ids: readonly string[],
): Promise<Map<string, IssueCard>> {
  const rows = await listIssuesByIds(db, project.id, [...new Set(ids)]);
  const cards = await presentIssueCards(db, rows, project.slug);
  return new Map(cards.map((card) => [card.id, card]));
}

/** Pages that may help with an issue: their words, and the files where the issue belongs. */
export async function documentsForIssue(
  db: Db,
  index: OpenedIndex,
  project: ProjectAccess,
  { title, body, created_at }: { readonly title: string; readonly body: string; readonly created_at: Date },
): Promise<RelatedDocument[]> {
  const { files } = localize(index, { title, body, beforeMs: created_at.getTime() });
  const places = files.slice(0, 5).map(({ repository, path }) => ({ source: repository, path }));
  const sources = new Map((await listDocumentSources(db, project.id)).map((source) => [source.id, source]));
  return pagesForIssue(index, { title, body }, places).map((page) => {
    const source = sources.get(page.source);
    const code = codeOf(index, page.source);
    const url = page.url ?? (code && source ? fileUrl(source, code.part.commit, page.path) : null);
    return { ...page, url: url ?? "" };
  });
}
