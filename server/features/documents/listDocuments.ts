import type { DocumentEntry } from "../../../contract/documents.ts";
import { projectFor } from "../../access/policy.ts";
import type { Db } from "../../db/openDb.ts";
import { listDocumentSources, type DocumentSourceRow } from "../../db/tables/sources.ts";
import type { DocumentCollection } from "../../engines/documents/DocumentCollection.ts";
import { documentCollectionsOf } from "../../engines/documents/documentCollections.ts";
import { pageKey } from "../../engines/documents/staleReferences.ts";
import { findDocuments } from "../../engines/documents/findDocuments.ts";
import type { IndexCache } from "../../index/indexCache.ts";
import type { Handler } from "../../http/router.ts";
import { openProjectIndex } from "../search/projectIndex.ts";
import type { StaleReferenceChecker } from "./StaleReferenceChecker.ts";
import { requirePath, requireSource, timeOf } from "./documentSources.ts";

/** GET projects/{id}/documents/ */
export function listDocuments(db: Db, indexes: IndexCache, drift: StaleReferenceChecker): Handler<"listDocuments"> {
  return async ({ user, params, query, log }): Promise<DocumentEntry[]> => {
    const project = await projectFor(db, user, params.id, "project.read");
    const path = requirePath(query.path ?? "");
    const index = await openProjectIndex(db, indexes, project.id, log);
    const collections = documentCollectionsOf(index);
    if (query.source === undefined) {
      const rows = await listDocumentSources(db, project.id);
      return rows.map((row) => presentSource(row, collections));
    }
    const source = await requireSource(db, project.id, query.source);
    const entries = collections.find((collection) => collection.source === source.id)?.list(path) ?? [];
    const pages = drift.of(project.id, index).drift?.pages;
    return entries.map(({ name, path: entryPath, kind, size, files, updatedAt }) => ({
      name,
      path: entryPath,
      source: source.id,
      kind,
      size,
      files,
      updated_at: timeOf(updatedAt),
      drift: pages?.get(pageKey(source.id, entryPath))?.items.length ?? null,
    }));
  };
}

function presentSource(row: DocumentSourceRow, collections: readonly DocumentCollection[]): DocumentEntry {
  const collection = collections.find(({ source }) => source === row.id);
  return {
    name: row.name,
    path: "",
    source: row.id,
    kind: "source",
    size: null,
    files: collection?.length ?? null,
    updated_at: timeOf(collection?.updatedAt ?? null),
    drift: null,
  };
}

/** GET projects/{id}/documents/find/ */
export function findProjectDocuments(db: Db, indexes: IndexCache): Handler<"findDocuments"> {
  return async ({ user, params, query, log }) => {
    const project = await projectFor(db, user, params.id, "project.read");
    const index = await openProjectIndex(db, indexes, project.id, log);
    return findDocuments(documentCollectionsOf(index), query.q, query.limit);
  };
}
