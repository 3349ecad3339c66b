import { DiffReader, type DiffBudget, type DiffFile } from "./DiffReader.ts";
import { folderPathspecs, foldersWithin, isInFolders, leadsToFolders } from "./folderPaths.ts";
import { startReading } from "./startReading.ts";

/** The difference of a commit to one of its parents, in the order of git. */
export interface Diff {
  readonly files: readonly DiffFile[];
  /** Entries, with those beyond the budget. */
  readonly total: number;
}

export interface DiffLimits extends DiffBudget {
  /** Bytes that are read. */
  readonly maxBytes: number;
  /** Milliseconds that git may take. */
  readonly timeoutMs: number;
}

export interface DiffSides {
  readonly commit: string;
  /** Null for a commit without parents. */
  readonly parent: string | null;
  readonly ignoresWhitespace: boolean;
  /** The folder or the file that is compared; omitted: all. A rename is then found only within it. */
  readonly path?: string | undefined;
  /** Only files in these are compared; omitted: all. */
  readonly folders?: readonly string[] | undefined;
}

/** Files with more bytes count as binary: git compares a text in memory. */
export const MAX_TEXT_BYTES = 8 << 20;
/** What `git diff` does by default: renames from half of the lines on, three lines around a change. */
const ARGUMENTS = [
  "-c",
  `core.bigFileThreshold=${MAX_TEXT_BYTES}`,
  ..."diff-tree -r --root --raw --numstat -p -z -M -l1000 -U3 --full-index --no-commit-id".split(" "),
  ..."--no-color --no-ext-diff --no-textconv --no-relative --submodule=short --src-prefix=a/ --dst-prefix=b/".split(
    " ",
  ),
];

/**
 * Reads what a commit changed against a parent. git is stopped at a limit, and the files whose lines it did not write are folded.
 * @throws GitReadError where there is no such commit, or the signal's reason
 */
export async function readDiff(
  gitDir: string,
  { commit, parent, ignoresWhitespace, path = "", folders = [] }: DiffSides,
  { maxBytes, timeoutMs, ...budget }: DiffLimits,
  signal: AbortSignal,
): Promise<Diff> {
  if (folders.length > 0 && !leadsToFolders(folders, path)) return { files: [], total: 0 };
  const timeout = AbortSignal.timeout(timeoutMs);
  const revisions = parent === null ? [commit] : [parent, commit];
  const args = [...ARGUMENTS, ...(ignoresWhitespace ? ["-w"] : []), "--end-of-options", ...revisions, "--"];
  // A path in a folder may be that of a file, so that it has no slash at its end.
  if (path !== "" && isInFolders(folders, path)) args.push(`:(literal)${path}`);
  else args.push(...folderPathspecs(foldersWithin(folders, path)));
  const { stdin, stdout, kill, ended } = startReading(gitDir, args, AbortSignal.any([signal, timeout]));
  stdin.end();
  const reader = new DiffReader(budget);
  let bytes = 0;
  const finish = (isCut: boolean): Diff => ({ files: reader.finish(isCut), total: reader.total });
  try {
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      reader.take(chunk);
      if (reader.isDone) return finish(false);
      if (bytes > maxBytes) return finish(true);
    }
    await ended;
    return finish(false);
  } catch (error) {
    if (!signal.aborted && timeout.aborted) return finish(true);
    throw error;
  } finally {
    kill();
  }
}

/** The parents of a commit, the line that was merged into first. @throws GitReadError where there is no such commit */
export async function readParents(gitDir: string, commit: string, signal: AbortSignal): Promise<string[]> {
  const text = await readText(gitDir, ["log", "-1", "--format=%P", "--end-of-options", commit, "--"], "", signal);
  return text.split(" ").filter((hash) => hash !== "");
}

/** Bytes of each of these objects; one that is not there, such as a commit of a submodule, is missing. */
export async function readObjectSizes(
  gitDir: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const format = "--batch-check=%(objectname) %(objectsize)";
  const text = await readText(gitDir, ["cat-file", format], `${ids.join("\n")}\n`, signal);
  return new Map(
    text.split("\n").flatMap((line): [string, number][] => {
      const [, id = "", size = ""] = /^([0-9a-f]+) (\d+)$/.exec(line) ?? [];
      return id === "" ? [] : [[id, Number(size)]];
    }),
  );
}

async function readText(gitDir: string, args: readonly string[], input: string, signal: AbortSignal): Promise<string> {
  const { stdin, stdout, ended } = startReading(gitDir, args, signal);
  stdin.end(input);
  let text = "";
  for await (const chunk of stdout.setEncoding("utf8") as AsyncIterable<string>) text += chunk;
  await ended;
  return text.trim();
}
