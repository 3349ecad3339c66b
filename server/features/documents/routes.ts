import { projectFor } from "../../access/policy.ts";
import type { Principal } from "../../access/sessions.ts";
import type { Db } from "../../db/openDb.ts";
import { listDocumentSources } from "../../db/tables/sources.ts";
import { documentCollectionsOf } from "../../engines/documents/documentCollections.ts";
import { findDocuments } from "../../engines/goTo/findDocuments.ts";
import type { OpenMirror } from "../../git/MirrorReads.ts";
import type { RouteRegistrar } from "../../http/router.ts";
import type { IndexCache } from "../../index/IndexCache.ts";
import { requireIssue } from "../issues/requireIssue.ts";
import { openProjectIndex } from "../search/projectIndex.ts";
import type { StaleReferenceChecker } from "./StaleReferenceChecker.ts";
import { presentEntries, presentSourceEntry, presentStaleReferences } from "./present.ts";
import { readDocument } from "./readDocument.ts";
import { documentsForIssue, entriesOf, relatedToDocument, requirePath, requireSource } from "./service.ts";

export interface DocumentDeps {
  readonly db: Db;
  readonly indexes: IndexCache;
  readonly openMirror: OpenMirror;
}

/** The document explorer, and the pages that may help with an issue. */
export function mountDocuments(
  mount: RouteRegistrar,
  { db, indexes, openMirror }: DocumentDeps,
  checker: StaleReferenceChecker,
): void {
  /** The project, path and source of a request, checked before an index is opened. */
  const placeOf = async (user: Principal, slug: string, query: { readonly path: string; readonly source: string }) => {
    const project = await projectFor(db, user, slug, "project.read");
    const path = requirePath(query.path);
    return { project, path, source: await requireSource(db, project.id, query.source) };
  };

  mount("listDocuments", async ({ user, params, query, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const path = requirePath(query.path ?? "");
    if (query.source === undefined) {
      const collections = documentCollectionsOf(await openProjectIndex(db, indexes, project.id, log));
      return (await listDocumentSources(db, project.id)).map((row) => presentSourceEntry(row, collections));
    }
    const { id } = await requireSource(db, project.id, query.source);
    const index = await openProjectIndex(db, indexes, project.id, log);
    return presentEntries(id, entriesOf(index, id, path), checker.of(project.id, index).references);
  });

  mount("getDocument", async ({ user, params, query, log, signal }) => {
    const { project, path, source } = await placeOf(user, params.id, query);
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
    const { project, path, source } = await placeOf(user, params.id, query);
    const index = await openProjectIndex(db, indexes, project.id, log);
    return relatedToDocument(db, index, project, { source, path });
  });

  mount("documentStaleReferences", async ({ user, params, query, log }) => {
    const { project, path, source } = await placeOf(user, params.id, query);
    const index = await openProjectIndex(db, indexes, project.id, log);
    const sources = await listDocumentSources(db, project.id);
    return presentStaleReferences(checker.of(project.id, index), { source: source.id, path }, sources);
  });

  mount("issueDocuments", async ({ user, params, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const issue = await requireIssue(db, project.id, params.issueId);
    return documentsForIssue(db, await openProjectIndex(db, indexes, project.id, log), project, issue);
  });
}
