import { projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listMarks } from "../../db/tables/issues/itemMarks.ts";
import { listDocumentSources } from "../../db/tables/sources/sources.ts";
import {
  countNamesOfPage,
  countStaleReferences,
  findReferenceCheck,
  listStaleReferences,
} from "../../db/tables/pages/staleReferences.ts";
import { documentCollectionsOf } from "../../engines/documents/documentCollections.ts";
import { findDocuments } from "../../engines/goTo/findDocuments.ts";
import type { OpenMirror } from "../../git/MirrorReads.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import { presentMark } from "../../project/presentMark.ts";
import { requireIssue } from "../../project/requireIssue.ts";
import { openProjectIndex } from "../../project/projectIndex.ts";
import { listCommitsByHashes } from "../../db/tables/requests/requestDetails.ts";
import { presentEntries, presentSourceEntry, presentStaleReferences } from "./present.ts";
import { readDocument } from "./readDocument.ts";
import { documentsForIssue, folderEntriesOf, outdatedPages, relatedToDocument, requireSource } from "./service.ts";
import { requirePath } from "../../project/requirePath.ts";

export interface DocumentDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  readonly openMirror: OpenMirror;
}

/** The project, path and source of a request, checked before an index is opened. */
async function documentLocation(
  db: Db,
  user: Principal,
  slug: string,
  query: { readonly path: string; readonly source: string },
) {
  const project = await projectFor(db, user, slug, "project.read");
  const path = requirePath(query.path);
  return { project, path, source: await requireSource(db, project.id, query.source) };
}

/** What a job has found out about the pages of a project: it opens no index. */
export function mountDocumentStaleReferences(mount: RouteRegistrar, db: Db): void {
  mount("documentStaleReferences", async ({ user, params, query }) => {
    const { project, path, source } = await documentLocation(db, user, params.id, query);
    const [check, checked = 0, rows, sources, marks] = await Promise.all([
      findReferenceCheck(db, project.id),
      countNamesOfPage(db, source.id, path),
      listStaleReferences(db, source.id, path),
      listDocumentSources(db, project.id),
      listMarks(db, { kind: "page", source: source.id, path }),
    ]);
    const hashes = [...new Set(rows.map(({ hash }) => hash))];
    const commits = hashes.length === 0 ? [] : await listCommitsByHashes(db, project.id, hashes);
    return { ...presentStaleReferences(check, checked, rows, sources, commits), marks: marks.map(presentMark) };
  });
}

/** The document explorer, and the pages that may help with an issue. */
export function mountDocuments(mount: RouteRegistrar, { db, indexes, openMirror }: DocumentDeps): void {
  mount("listDocuments", async ({ user, params, query, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const path = requirePath(query.path ?? "");
    if (query.outdated !== undefined) {
      const source = query.source === undefined ? null : (await requireSource(db, project.id, query.source)).id;
      const index = await openProjectIndex(db, indexes, project.id, log);
      return outdatedPages(db, index, { projectId: project.id, source });
    }
    if (query.source === undefined) {
      const collections = documentCollectionsOf(await openProjectIndex(db, indexes, project.id, log));
      return (await listDocumentSources(db, project.id)).map((row) => presentSourceEntry(row, collections));
    }
    const { id } = await requireSource(db, project.id, query.source);
    const index = await openProjectIndex(db, indexes, project.id, log);
    const entries = folderEntriesOf(index, id, path);
    const pages = entries.flatMap((entry) => (entry.kind === "folder" ? [] : entry.path));
    return presentEntries(id, entries, await countStaleReferences(db, id, pages));
  });

  mount("getDocument", async ({ user, params, query, log, signal }) => {
    const { project, path, source } = await documentLocation(db, user, params.id, query);
    const index = await openProjectIndex(db, indexes, project.id, log);
    const { revision, named } = query;
    const place = { projectId: project.id, source, path, revision, isNamed: named === "true", openMirror };
    return readDocument(db, index, place, signal);
  });

  mount("findDocuments", async ({ user, params, query, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const index = await openProjectIndex(db, indexes, project.id, log);
    return findDocuments(documentCollectionsOf(index), query.q, query.limit);
  });

  mount("relatedToDocument", async ({ user, params, query, log }) => {
    const { project, path, source } = await documentLocation(db, user, params.id, query);
    const index = await openProjectIndex(db, indexes, project.id, log);
    return relatedToDocument(db, index, project, { source, path });
  });

  mount("issueDocuments", async ({ user, params, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const issue = await requireIssue(db, project.id, params.issueId);
    return documentsForIssue(db, await openProjectIndex(db, indexes, project.id, log), project, issue);
  });
}
