/** The reads of one repository, wherever its mirror is. */
import { existingFolder } from "./existingFolder.ts";
import { NAMED_READS, type ReadArgs, type ReadName, type ReadResult } from "./namedReads.ts";
import { type RemovedLines, readRemovals } from "./readRemovals.ts";

type Reads = {
  readonly [N in ReadName]: (...args: [...ReadArgs<N>, AbortSignal]) => Promise<ReadResult<N>>;
};

export interface Mirror extends Omit<Reads, "readRemovalsPage"> {
  /** The folders that it is limited to, see `limitMirror`; none: it is read whole. */
  readonly folders: readonly string[];
  /** The changes of code in these folders that lead to a revision, newest first, as `readRemovals` reads them. */
  removals(revision: string, signal: AbortSignal, folders?: readonly string[]): AsyncIterable<RemovedLines>;
}

/**
 * Opens the mirror of a repository by its source's id; null where no process has one. Reads of a mirror that other processes have throw
 * Unavailable when none of them answers.
 */
export type OpenMirror = (sourceId: string) => Promise<Mirror | null>;

const NAMES = Object.keys(NAMED_READS) as ReadName[];

function mirrorOf(read: (name: ReadName, args: readonly unknown[], signal: AbortSignal) => Promise<unknown>): Reads {
  const reads = NAMES.map((name) => [
    name,
    (...args: readonly unknown[]) => read(name, args.slice(0, -1), args.at(-1) as AbortSignal),
  ]);
  return Object.fromEntries(reads) as Reads;
}

/** A mirror on the disk of this process. */
export function localMirror(gitDir: string): Mirror {
  const reads = mirrorOf((name, args, signal) => {
    const run = NAMED_READS[name].run as (gitDir: string, ...args: readonly unknown[]) => Promise<unknown>;
    return run(gitDir, ...args, signal);
  });
  return {
    ...reads,
    folders: [],
    removals: (revision, signal, folders) => readRemovals(gitDir, revision, signal, folders),
  };
}

/** Opens the mirrors on the disk of this process. */
export const openMirrorsIn =
  (mirrorFolder: (sourceId: string) => string): OpenMirror =>
  async (sourceId) => {
    const gitDir = await existingFolder(mirrorFolder(sourceId));
    return gitDir === null ? null : localMirror(gitDir);
  };

/** Commits and bytes of a page of removals. */
const PAGE = { maxCommits: 2000, maxBytes: 8 << 20 };

/** A mirror on the disk of another process. @param read runs one of the named reads there */
export function remoteMirror(
  read: (name: ReadName, args: readonly unknown[], signal: AbortSignal) => Promise<unknown>,
): Mirror {
  const reads = mirrorOf(read);
  async function* removals(
    revision: string,
    signal: AbortSignal,
    folders: readonly string[] = [],
  ): AsyncGenerator<RemovedLines> {
    for (let skip = 0; ;) {
      const page = await reads.readRemovalsPage(revision, { skip, ...PAGE, folders }, signal);
      yield* page.removals;
      if (page.isLast) return;
      skip += page.commits;
    }
  }
  return { ...reads, folders: [], removals };
}
