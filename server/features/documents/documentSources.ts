import type { DocumentCommit } from "../../../contract/documents.ts";
import type { Db } from "../../db/openDb.ts";
import { type DocumentSourceRow, listDocumentSources } from "../../db/tables/sources.ts";
import { documentPath } from "../../engines/documents/documentPath.ts";
import { commitUrl } from "../../engines/documents/hostLinks.ts";
import { Invalid, NotFound } from "../../errors.ts";
import type { OpenedCommits } from "../../index/indexCache.ts";
import { message } from "../../messages/messages.ts";

/** @throws NotFound when the project has no such source */
export async function requireSource(db: Db, projectId: string, id: string): Promise<DocumentSourceRow> {
  const source = (await listDocumentSources(db, projectId)).find((row) => row.id === id);
  if (!source) throw new NotFound(message("document.source_not_found"));
  return source;
}

/** @throws Invalid for what can be no path inside a source */
export function requirePath(given: string): string {
  const path = documentPath(given);
  if (path === null) throw new Invalid({ path: [message("document.path")] });
  return path;
}

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

export const timeOf = (milliseconds: number | null): string | null =>
  milliseconds === null ? null : new Date(milliseconds).toISOString();
