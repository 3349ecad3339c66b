import type { CommitsSince } from "../../../contract/analysis.ts";
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { commitRef } from "./issueRef.ts";
import { BULK_COMMIT_FILES } from "../ranking/bulkCommits.ts";

const MAX_COMMITS = 50;

/**
 * Commits after `since` (milliseconds) that touched one of the likely files, newest first.
 * @param naming hashes of the commits that name the issue, in any repository
 */
export function commitsSince(
  index: OpenedIndex,
  files: readonly { readonly repository: string; readonly path: string }[],
  since: number,
  naming: ReadonlySet<string>,
): CommitsSince {
  const found: (CommitsSince["commits"][number] & { readonly time: number })[] = [];
  for (const commits of index.commits) {
    const { table, part } = commits;
    const numbers = table.pathNumbers;
    const wanted = new Map<number, string>();
    for (const { repository, path } of files) {
      const number = numbers.get(path);
      if (repository === part.source && number !== undefined) wanted.set(number, path);
    }
    for (let commit = 0; commit < table.length && wanted.size > 0; commit++) {
      const time = (table.times[commit] ?? 0) * 1000;
      if (time <= since) break;
      const changed = table.changes(commit);
      if (changed.length > BULK_COMMIT_FILES.singleFile) continue;
      const touched = Array.from(changed).flatMap((path) => wanted.get(path) ?? []);
      if (touched.length === 0) continue;
      found.push({
        ...commitRef(commits, commit),
        time,
        author: table.author(commit).name,
        files: touched,
        names_issue: naming.has(table.hash(commit)),
      });
    }
  }
  found.sort((a, b) => Number(b.names_issue) - Number(a.names_issue) || b.time - a.time);
  return {
    since: new Date(since).toISOString(),
    files: files.map(({ path }) => path),
    total: found.length,
    commits: found.slice(0, MAX_COMMITS).map(({ time: _time, ...commit }) => commit),
  };
}
