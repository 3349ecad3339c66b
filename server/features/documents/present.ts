import type { DocumentCommit, DocumentStaleReferences, DocumentEntry } from "../../../contract/documents.ts";
import type { DocumentSourceRow } from "../../db/tables/sources.ts";
import type { CollectionEntry, DocumentCollection } from "../../engines/documents/DocumentCollection.ts";
import { commitUrl } from "../../engines/documents/hostLinks.ts";
import { pageKey, type ProjectStaleReferences } from "../../engines/documents/staleReferences.ts";
import type { OpenedCommits } from "../../index/OpenedIndex.ts";
import type { StaleReferenceState } from "./StaleReferenceChecker.ts";

/** @param milliseconds since 1970 */
export const isoOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

export function presentCommit(source: DocumentSourceRow, { table }: OpenedCommits, commit: number): DocumentCommit {
  const hash = table.hash(commit);
  return {
    hash,
    title: table.subject(commit),
    author: table.author(commit).name,
    at: new Date((table.times[commit] ?? 0) * 1000).toISOString(),
    url: commitUrl(source, hash),
  };
}

/** A source as the root of its documents. */
export function presentSourceEntry(row: DocumentSourceRow, collections: readonly DocumentCollection[]): DocumentEntry {
  const collection = collections.find(({ source }) => source === row.id);
  return {
    name: row.name,
    path: "",
    source: row.id,
    kind: "source",
    size: null,
    files: collection?.length ?? null,
    updated_at: isoOrNull(collection?.updatedAt ?? null),
    stale_references: null,
  };
}

/** The entries of one folder of a source, with the number of stale references of each page that was checked. */
export function presentEntries(
  source: string,
  entries: readonly CollectionEntry[],
  stale: ProjectStaleReferences | null,
): DocumentEntry[] {
  return entries.map(({ name, path, kind, size, files, updatedAt }) => ({
    name,
    path,
    source,
    kind,
    size,
    files,
    updated_at: isoOrNull(updatedAt),
    stale_references: stale?.pages.get(pageKey(source, path))?.items.length ?? null,
  }));
}

/** The stale references of one page. @param sources of the project, for links to the commits that removed a name */
export function presentStaleReferences(
  { references, isChecking }: StaleReferenceState,
  page: { readonly source: string; readonly path: string },
  sources: readonly DocumentSourceRow[],
): DocumentStaleReferences {
  const found = references?.pages.get(pageKey(page.source, page.path));
  const hosts = new Map(sources.map((source) => [source.id, source]));
  return {
    state: isChecking ? "checking" : references?.isRead ? "ready" : "unread",
    checked: found?.checked ?? 0,
    items: (found?.items ?? []).map(({ name, kind, lines, source, removal }) => {
      const host = hosts.get(source);
      const { hash, author, title, at } = removal;
      return {
        name,
        kind,
        lines: [...lines],
        path: removal.path,
        now: removal.now,
        removed_by: { hash, author, title, at: new Date(at).toISOString(), url: host ? commitUrl(host, hash) : null },
      };
    }),
    since: isoOrNull(references?.since ?? null),
  };
}
