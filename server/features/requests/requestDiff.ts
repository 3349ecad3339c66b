import { MAX_DIFF_FILES } from "../../../contract/code/commits.ts";
import type { RequestDiff } from "../../../contract/requests/requests.ts";
import type { Db } from "../../db/openDb.ts";
import { listRequestSources } from "../../db/tables/requests/changeRequests.ts";
import { type RequestWithBody, listRequestCommits, listRequestFiles } from "../../db/tables/requests/requestDetails.ts";
import { listRepositoryIds, listSourceAddresses } from "../../db/tables/sources/sources.ts";
import { hasGitFailed } from "../../git/gitErrors.ts";
import { SourceResolver } from "../../sources/SourceResolver.ts";
import type { CommitDeps } from "../../project/commitDeps.ts";
import { compareInMirror } from "../../project/commitDiff.ts";
import { findRequestRange } from "./requestRange.ts";

/** Repositories of a project that may have the commits of a request. */
export async function repositoriesOf(db: Db, projectId: string, sourceId: string): Promise<readonly string[]> {
  const repositories = await listRepositoryIds(db, projectId);
  if (repositories.includes(sourceId)) return [sourceId];
  const resolver = new SourceResolver(await listSourceAddresses(db, projectId));
  const among = await listRequestSources(db, projectId);
  // Asked for each repository: one of an unknown host has the requests of the only source of them.
  return repositories.filter((id) => resolver.atSameLocation(id, among).includes(sourceId));
}

/**
 * What a request changes, read from the mirror of its repository; else the files that its host listed.
 * @throws the signal's reason
 */
export async function diffOfRequest(
  { db, openMirror }: CommitDeps,
  projectId: string,
  request: RequestWithBody,
  { whitespace, file }: { readonly whitespace: "show" | "ignore"; readonly file?: number | undefined },
  signal: AbortSignal,
): Promise<RequestDiff> {
  const titles = (await listRequestCommits(db, request.id)).map(({ title }) => title);
  for (const source of await repositoriesOf(db, projectId, request.source_id)) {
    const mirror = await openMirror(source);
    if (mirror === null) continue;
    try {
      const range = await findRequestRange(mirror, request, titles, signal);
      if (range === null) continue;
      const sides = { commit: range.head, parent: range.base, ignoresWhitespace: whitespace === "ignore" };
      const compared = await compareInMirror(mirror, sides, file, signal);
      return { status: "shown", source, ...range, ...compared, host_files: [] };
    } catch (error) {
      if (!hasGitFailed(error)) throw error;
    }
  }
  const listed = await listRequestFiles(db, request.id, MAX_DIFF_FILES);
  return {
    status: listed.length > 0 ? "listed" : "unavailable",
    source: null,
    base: null,
    head: null,
    total: listed.length,
    files: [],
    host_files: listed.map(({ path, additions, deletions }) => ({ path, added: additions, removed: deletions })),
  };
}
