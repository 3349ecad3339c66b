import type { SearchResult } from "../../../contract/search/search.ts";
import type { Db } from "../../db/openDb.ts";
import { listSourceHostsByIds } from "../../db/tables/sources/sources.ts";
import { type HostedSource, commitUrl } from "../../sources/hostLinks.ts";

/** The same results, each commit with its page at the host: the index has only the hashes, the database has the source's URL. */
export async function withCommitPages<T extends Pick<SearchResult, "kind" | "id" | "source" | "url">>(
  db: Db,
  results: readonly T[],
): Promise<T[]> {
  const ids = new Set(results.flatMap(({ kind, source }) => (kind === "commit" && source !== null ? [source] : [])));
  if (ids.size === 0) return [...results];
  return withPagesOf(await listSourceHostsByIds(db, [...ids]), results);
}

/** The same where the sources have just been read. */
export function withPagesOf<T extends Pick<SearchResult, "kind" | "id" | "source" | "url">>(
  rows: readonly (HostedSource & { readonly id: string })[],
  results: readonly T[],
): T[] {
  const sources = new Map(rows.map((row) => [row.id, row]));
  return results.map((result) => {
    const source = result.kind === "commit" && result.source !== null ? sources.get(result.source) : undefined;
    return source ? { ...result, url: commitUrl(source, result.id.slice(result.id.lastIndexOf(":") + 1)) } : result;
  });
}
