import type { DocumentRelated } from "../../../contract/documents.ts";
import type { IssueCard } from "../../../contract/issues.ts";
import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { listDocumentSources } from "../../db/tables/sources.ts";
import { listIssuesByIds } from "../../db/tables/issues.ts";
import { documentCollectionsOf } from "../../engines/documents/documentCollections.ts";
import { fileUrl } from "../../engines/documents/hostLinks.ts";
import { pagesForIssue } from "../../engines/documents/pagesForIssue.ts";
import { relatedTo } from "../../engines/documents/related.ts";
import { localize } from "../../engines/localize/localize.ts";
import type { IndexCache, OpenedIndex } from "../../index/indexCache.ts";
import { presentIssueCards } from "../issues/present.ts";
import type { Handler } from "../../http/router.ts";
import { openProjectIndex } from "../search/projectIndex.ts";
import { documentExperts } from "./documentExperts.ts";
import { namesOf, writersOf } from "./pageFacts.ts";
import { presentCommit, requirePath, requireSource } from "./documentSources.ts";
import { requireIssue } from "../issues/requireIssue.ts";

/** GET projects/{id}/documents/related/ */
export function relatedToDocument(db: Db, indexes: IndexCache): Handler<"relatedToDocument"> {
  return async ({ user, params, query, log }): Promise<DocumentRelated> => {
    const project = await projectFor(db, user, params.id, "project.read");
    const path = requirePath(query.path);
    const source = await requireSource(db, project.id, query.source);
    const index = await openProjectIndex(db, indexes, project.id, log);
    const found = relatedTo(index, source.id, path);
    const page = pageOf(index, source.id, path);
    const names = page === null ? { issues: [], code: [] } : await namesOf(db, index, page);
    const cards = await issueCards(db, project, [
      ...[...found.issues, ...found.fixed].map(({ id }) => id),
      ...names.issues,
    ]);
    const commits = index.commits.find(({ part }) => part.source === source.id);
    return {
      of: source.kind === "wiki" ? "wiki" : "repository",
      people:
        source.kind === "wiki"
          ? await writersOf(db, index, project, page === null ? { wiki: source.id } : { page })
          : commits
            ? await documentExperts(db, index, project, { source: source.id, path, commits }, found.changed)
            : [],
      issues: found.issues.flatMap(({ id, mentions }) => {
        const issue = cards.get(id);
        return issue ? [{ issue, mentions: [...mentions] }] : [];
      }),
      pages: found.pages.map((page) => ({ ...page, mentions: [...page.mentions] })),
      commits: commits ? found.commits.map((commit) => presentCommit(source, commits, commit)) : [],
      commits_total: found.changed.length,
      fixed: found.fixed.flatMap(({ id, commit }) => {
        const issue = cards.get(id);
        return issue ? [{ issue, commit }] : [];
      }),
      names: { issues: names.issues.flatMap((id) => cards.get(id) ?? []), code: names.code },
      has_history: found.hasHistory,
    };
  };
}

/** Id of the wiki's page at a path; null for anything else. */
function pageOf(index: OpenedIndex, source: string, path: string): string | null {
  const wiki = documentCollectionsOf(index).find(
    (collection) => collection.source === source && collection.kind === "wiki",
  );
  const page = wiki?.find(path) ?? -1;
  return page >= 0 && index.pages ? index.pages.table.row(page).id : null;
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

/** GET projects/{id}/issues/{issueId}/documents/ */
export function issueDocuments(db: Db, indexes: IndexCache): Handler<"issueDocuments"> {
  return async ({ user, params, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const issue = await requireIssue(db, project.id, params.issueId);
    const index = await openProjectIndex(db, indexes, project.id, log);
    const { title, body } = issue;
    const { files } = localize(index, { title, body, before: issue.created_at.getTime() });
    const places = files.slice(0, 5).map(({ repository, path }) => ({ source: repository, path }));
    const sources = new Map((await listDocumentSources(db, project.id)).map((source) => [source.id, source]));
    return pagesForIssue(index, { title, body }, places).map((page) => {
      const source = sources.get(page.source);
      const code = index.code.find(({ part }) => part.source === page.source);
      const url = page.url ?? (code && source ? fileUrl(source, code.part.commit, page.path) : null);
      return { ...page, url: url ?? "" };
    });
  };
}
