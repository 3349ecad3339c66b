import { folderPathspecs } from "../../git/folderPaths.ts";
import { runSourceGit } from "./sourceGit.ts";

export interface LineCount {
  readonly added: number;
  readonly deleted: number;
}

const MARK = "commit ";

/**
 * Lines that each commit added and deleted against its first parent; a moved file counts by what changed in it, a binary one not at
 * all. Where the history is damaged the map has what git could still read, so a commit may be missing from it.
 * @param folders lines of files in these; none: all. A file that came from outside of them counts whole
 * @param hashes a thousand or so: the answer is held in memory
 */
export async function countLines(
  folder: string,
  hashes: readonly string[],
  signal?: AbortSignal,
  folders: readonly string[] = [],
): Promise<Map<string, LineCount>> {
  // Git holds a file in memory two to four times; larger ones are not text that people wrote.
  const args = [
    "-c",
    "core.bigFileThreshold=16m",
    "diff-tree",
    "--stdin",
    "--always",
    "--root",
    "-r",
    "-M",
    "--numstat",
    "--no-ext-diff",
  ];
  const { code, output } = await runSourceGit(
    [`--git-dir=${folder}`, ...args, `--format=${MARK}%H`, "--", ...folderPathspecs(folders)],
    {
      signal,
      input: `${hashes.join("\n")}\n`,
    },
  );
  const counts = new Map<string, LineCount>();
  let hash: string | null = null;
  for (const line of output.toString("latin1").split("\n")) {
    if (line.startsWith(MARK)) {
      hash = line.slice(MARK.length);
      counts.set(hash, { added: 0, deleted: 0 });
      continue;
    }
    const [added, deleted] = line.split("\t");
    const before = hash === null ? undefined : counts.get(hash);
    if (hash === null || !before || deleted === undefined) continue;
    counts.set(hash, { added: before.added + lines(added), deleted: before.deleted + lines(deleted) });
  }
  // The record at which git stopped is incomplete.
  if (code !== 0 && hash !== null) counts.delete(hash);
  return counts;
}

/** git writes `-` for a binary file. */
const lines = (text: string | undefined): number => Number(text) || 0;
