import type { CodeNearest } from "../../../contract/code/code.ts";
import type { Db } from "../../db/openDb.ts";
import { newestCommitOfPath } from "../../engines/documents/documentHistory.ts";
import type { PeopleTable } from "../../engines/identities/peopleTable.ts";
import type { Mirror } from "../../git/MirrorReads.ts";
import { commitsOf, type OpenedCommits } from "../../index/OpenedIndex.ts";
import { commitSummary } from "../../project/commitRefs.ts";
import { projectPeople } from "../../project/projectPeople.ts";
import type { CodeSource } from "../../project/codeDeps.ts";

/** Renames that are followed from a path that is gone to where it is now. */
const MAX_RENAMES = 5;

/** Where to go from a path that a revision does not have. */
export async function nearestTo(
  db: Db,
  { projectId, index, source, mirror }: CodeSource,
  revision: string,
  path: string,
  signal: AbortSignal,
): Promise<CodeNearest> {
  const commits = commitsOf(index, source.id);
  const last = commits ? await lastChange(commits, path, () => projectPeople(db, projectId, index)) : null;
  if (mirror === null) return { folder: "", renamed_to: null, last };
  const folder = await mirror.findDeepestFolder(revision, path, signal);
  const renamed = commits ? await renamedTo(commits, mirror, path, signal) : null;
  const isThere = renamed !== null && (await mirror.findNode(revision, renamed, signal)) !== null;
  const removed = last !== null && (await mirror.findNode(last.commit.hash, path, signal)) === null;
  return { folder, renamed_to: isThere ? renamed : null, last: last && { ...last, removed } };
}

/** The newest commit that changed a file, or anything below a folder. */
async function lastChange(
  commits: OpenedCommits,
  path: string,
  loadPeople: () => Promise<PeopleTable>,
): Promise<CodeNearest["last"]> {
  const { table } = commits;
  const commit = newestCommitOfPath(commits, path);
  if (commit === undefined) return null;
  const parent = table.parent(commit, 0);
  return {
    commit: commitSummary(await loadPeople(), commits, commit),
    removed: false,
    parent: parent < 0 ? null : table.hash(parent),
  };
}

/** Where a file is now that a commit renamed, through several renames; null where it was not renamed. */
async function renamedTo(
  commits: OpenedCommits,
  mirror: Mirror,
  path: string,
  signal: AbortSignal,
): Promise<string | null> {
  let name = path;
  for (let step = 0; step < MAX_RENAMES; step++) {
    const commit = newestCommitOfPath(commits, name);
    if (commit === undefined) break;
    const next = await mirror.findRename(commits.table.hash(commit), name, signal);
    if (next === null || next === path) break;
    name = next;
  }
  return name === path ? null : name;
}
