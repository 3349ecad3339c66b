import { millisecondsOf } from "../../../contract/durations.ts";
import type {
  DocumentCommit,
  DocumentEntry,
  DocumentStaleReferences,
  PageComment,
} from "../../../contract/documents/documents.ts";
import type { DocumentSourceRow } from "../../db/tables/sources/sources.ts";
import type { StoredCommit } from "../../db/tables/requests/requestDetails.ts";
import type { PageCommentRow } from "../../db/tables/pages/pageComments.ts";
import type { ReferenceCheckRow, StaleReferenceRow } from "../../db/tables/pages/staleReferences.ts";
import type { CollectionEntry, DocumentCollection } from "../../engines/documents/DocumentCollection.ts";
import { commitUrl } from "../../sources/hostLinks.ts";
import type { PeopleTable } from "../../engines/identities/peopleTable.ts";
import { shortName } from "../../git/commitText.ts";
import type { OpenedCommits } from "../../index/OpenedIndex.ts";
import { personOfSignature } from "../../project/commitRefs.ts";
import { personOfAuthor } from "../../project/personOfAuthor.ts";

/** @param milliseconds since 1970 */
export const isoOrNull = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();

export function presentDocumentCommit(
  people: PeopleTable,
  source: DocumentSourceRow,
  { table }: OpenedCommits,
  commit: number,
): DocumentCommit {
  const hash = table.hash(commit);
  const author = table.author(commit);
  return {
    hash,
    title: table.subject(commit),
    author: shortName(author.name),
    person: personOfSignature(people, author),
    at: new Date(millisecondsOf(table.times[commit] ?? 0)).toISOString(),
    url: commitUrl(source, hash),
  };
}

export const presentPageComment = (row: PageCommentRow): PageComment => ({
  id: row.id,
  kind: row.kind,
  quote: row.quote,
  author:
    row.author_id === null
      ? null
      : {
          id: row.author_id,
          name: row.author_name || row.author_login || "",
          email: row.author_email,
          avatar_url: row.author_avatar,
        },
  body: row.body,
  created_at: row.created_at.toISOString(),
  url: row.url,
});

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

/** The entries of one folder of a source. @param stale the number of stale references of each page that was compared */
export function presentEntries(
  source: string,
  entries: readonly CollectionEntry[],
  stale: ReadonlyMap<string, number>,
): DocumentEntry[] {
  return entries.map(({ name, path, kind, size, files, updatedAt }) => ({
    name,
    path,
    source,
    kind,
    size,
    files,
    updated_at: isoOrNull(updatedAt),
    stale_references: stale.get(path) ?? null,
  }));
}

function stateOf(check: ReferenceCheckRow | undefined): DocumentStaleReferences["state"] {
  if (!check) return "checking";
  const { requested, checked, failed, retry_at, is_read } = check;
  // With a time of the next comparison, no other state is compared before it.
  if (failed !== null && (failed === requested || retry_at !== null)) return "failed";
  if (checked !== requested) return "checking";
  return is_read ? "ready" : "unread";
}

/**
 * The stale references of one page.
 * @param sources of the project, for links to the commits that removed a name
 * @param commits those that are stored of these commits, for links to their authors
 */
export function presentStaleReferences(
  check: ReferenceCheckRow | undefined,
  checked: number,
  rows: readonly StaleReferenceRow[],
  sources: readonly DocumentSourceRow[],
  commits: readonly StoredCommit[],
): Omit<DocumentStaleReferences, "marks"> {
  const hosts = new Map(sources.map((source) => [source.id, source]));
  return {
    state: stateOf(check),
    checked,
    items: rows.map(({ name, kind, lines, removed_from, hash, author, title, removed_at, file, successor }) => {
      const host = hosts.get(removed_from);
      const stored = commits.find((commit) => commit.source === removed_from && commit.hash === hash);
      return {
        name,
        kind,
        lines,
        path: file,
        now: successor,
        removed_by: {
          hash,
          author,
          person: stored ? personOfAuthor(stored) : null,
          title,
          at: removed_at.toISOString(),
          url: host ? commitUrl(host, hash) : null,
        },
      };
    }),
    since: check?.since?.toISOString() ?? null,
  };
}
