import { millisecondsOf } from "../../../contract/durations.ts";
import type { CommitsSince } from "../../../contract/issues/analysis.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import { shortName } from "../../git/commitText.ts";
import type { OpenedCommits, OpenedIndex } from "../../index/OpenedIndex.ts";
import { commitRef } from "../ranking/itemRefs.ts";
import { BULK_COMMIT_FILES } from "../ranking/bulkCommits.ts";

const MAX_COMMITS = 50;

interface FoundCommit {
  readonly commits: OpenedCommits;
  readonly commit: number;
  readonly time: number;
  readonly files: string[];
  readonly names_issue: boolean;
}

/**
 * Commits after `since` (milliseconds) that touched one of the likely files, newest first.
 * @param naming hashes of the commits that name the issue, in any repository
 * @param personOf the person with a signature; null for none
 */
export function commitsSince(
  index: OpenedIndex,
  files: readonly { readonly repository: string; readonly path: string }[],
  since: number,
  naming: ReadonlySet<string>,
  personOf: (signature: { readonly name: string; readonly email: string }) => Person | null,
): CommitsSince {
  const result: FoundCommit[] = [];
  for (const commits of index.commits) {
    const { table, part } = commits;
    const numbers = table.pathNumbers;
    const pathOf = new Map<number, string>();
    for (const { repository, path } of files) {
      const number = numbers.get(path);
      if (repository === part.source && number !== undefined) pathOf.set(number, path);
    }
    for (let commit = 0; commit < table.length && pathOf.size > 0; commit++) {
      const time = millisecondsOf(table.times[commit] ?? 0);
      if (time <= since) break;
      const changed = table.changes(commit);
      if (changed.length > BULK_COMMIT_FILES.singleFile) continue;
      const touched = Array.from(changed).flatMap((path) => pathOf.get(path) ?? []);
      if (touched.length === 0) continue;
      result.push({ commits, commit, time, files: touched, names_issue: naming.has(table.hash(commit)) });
    }
  }
  result.sort((a, b) => Number(b.names_issue) - Number(a.names_issue) || b.time - a.time);
  return {
    since: new Date(since).toISOString(),
    files: files.map(({ path }) => path),
    total: result.length,
    commits: result.slice(0, MAX_COMMITS).map(({ commits, commit, files: touched, names_issue }) => {
      const author = commits.table.author(commit);
      return {
        ...commitRef(commits, commit),
        author: shortName(author.name),
        person: personOf(author),
        files: touched,
        names_issue,
      };
    }),
  };
}
