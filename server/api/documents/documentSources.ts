import type { DocumentCommit } from "../../../contract/documents.ts";
import type { Db } from "../../db/openDb.ts";
import { documentPath } from "../../engines/documents/documentPath.ts";
import { commitUrl } from "../../engines/documents/hostLinks.ts";
import { Invalid, NotFound } from "../../errors.ts";
import type { OpenedCommits } from "../../index/indexCache.ts";

export interface SourceRow {
  readonly id: string;
  readonly kind: "repository" | "tracker" | "wiki";
  readonly provider: string;
  readonly url: string;
  readonly name: string;
}

/** The sources of a project that have documents, in the order in which they were linked. */
export function sourcesWithDocuments(db: Db, projectId: string): Promise<SourceRow[]> {
  return db
    .selectFrom("sources")
    .select(["id", "kind", "provider", "url", "name"])
    .where("project_id", "=", projectId)
    .where("kind", "in", ["repository", "wiki"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** @throws NotFound when the project has no such source */
export async function requireSource(db: Db, projectId: string, id: string): Promise<SourceRow> {
  const source = (await sourcesWithDocuments(db, projectId)).find((row) => row.id === id);
  if (!source) throw new NotFound("The project has no such source of documents.");
  return source;
}

/** @throws Invalid for what can be no path inside a source */
export function requirePath(given: string): string {
  const path = documentPath(given);
  if (path === null) throw new Invalid({ path: ["This is no path inside a repository or a wiki."] });
  return path;
}

export function presentCommit(source: SourceRow, { table }: OpenedCommits, commit: number): DocumentCommit {
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
