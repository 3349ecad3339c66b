import type { CodeNearest } from "../../../contract/code.ts";
import { commitsOf } from "../../engines/documents/documentHistory.ts";
import { hasGitFailed } from "../../git/gitErrors.ts";
import { findNode } from "../../git/readFolder.ts";
import { readOutput } from "../../git/readOutput.ts";
import type { OpenedCommits } from "../../index/OpenedIndex.ts";
import { commitSummary } from "../commits/commitRefs.ts";
import type { CodePlace } from "./codeDeps.ts";

const LIMITS = { maxBytes: 8 << 20, timeoutMs: 5000 };
/** Renames that are followed from a path that is gone to where it is now. */
const MAX_RENAMES = 5;

/** Where to go from a path that a revision does not have. */
export async function nearestTo(
  { index, source, gitDir }: CodePlace,
  revision: string,
  path: string,
  signal: AbortSignal,
): Promise<CodeNearest> {
  const commits = index.commits.find(({ part }) => part.source === source.id);
  const last = commits ? lastChange(commits, path) : null;
  if (gitDir === null) return { folder: "", renamed_to: null, last };
  let folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  while (folder !== "" && (await findNode(gitDir, revision, folder, signal))?.kind !== "folder")
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
  const renamed = commits ? await renamedTo(commits, gitDir, path, signal) : null;
  const isThere = renamed !== null && (await findNode(gitDir, revision, renamed, signal)) !== null;
  const removed = last !== null && (await findNode(gitDir, last.commit.hash, path, signal)) === null;
  return { folder, renamed_to: isThere ? renamed : null, last: last && { ...last, removed } };
}

/** The newest commit that changed a file, or anything below a folder. */
function lastChange(commits: OpenedCommits, path: string): CodeNearest["last"] {
  const { table } = commits;
  const [commit] = commitsOf(commits, path);
  if (commit === undefined) return null;
  const parent = table.parent(commit, 0);
  return { commit: commitSummary(commits, commit), removed: false, parent: parent < 0 ? null : table.hash(parent) };
}

/** Where a file is now that a commit renamed, through several renames; null where it was not renamed. */
async function renamedTo(
  commits: OpenedCommits,
  gitDir: string,
  path: string,
  signal: AbortSignal,
): Promise<string | null> {
  let name = path;
  for (let step = 0; step < MAX_RENAMES; step++) {
    const [commit] = commitsOf(commits, name);
    if (commit === undefined) break;
    const next = await renameIn(gitDir, commits.table.hash(commit), name, signal);
    if (next === null || next === path) break;
    name = next;
  }
  return name === path ? null : name;
}

/** The new name of a file that a commit renamed. */
async function renameIn(gitDir: string, commit: string, path: string, signal: AbortSignal): Promise<string | null> {
  const args = "diff-tree -r -z -M -l1000 --root --name-status --diff-filter=R --no-commit-id --end-of-options";
  try {
    const { bytes } = await readOutput(gitDir, [...args.split(" "), commit, "--"], LIMITS, signal);
    const names = bytes.toString("utf8").split("\0");
    for (let at = 0; at + 2 < names.length; at += 3) if (names[at + 1] === path) return names[at + 2] ?? null;
    return null;
  } catch (error) {
    if (hasGitFailed(error)) return null;
    throw error;
  }
}
