import { folderPathspecs } from "../../git/folderPaths.ts";
import { GitReadError } from "../../git/gitErrors.ts";
import { readBlobs, readSizes } from "../../git/readBlobs.ts";
import { type TreeEntry, listChanges, listTree, sortByPath } from "../../git/readTree.ts";
import type { FileTable } from "../tables/fileTable.ts";
import { IGNORE_FILE, readIgnoreFile } from "../text/ignoreFile.ts";

/** Limits of what is indexed. */
export interface CodeLimits {
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of all files together. */
  readonly totalBytes: number;
  readonly files: number;
}

/** Files of a commit that are not indexed, by reason. */
export interface Skipped {
  binary: number;
  large: number;
  overLimit: number;
  missing: number;
  ignored: number;
}

/** What a build has to do to get from an indexed commit, or from nothing, to another one. */
export interface TreeDifference {
  /** Files to read, in the byte order of their paths. */
  readonly added: readonly TreeEntry[];
  /** Indexed files that are gone or replaced, by their numbers in the table, ascending. */
  readonly removed: readonly number[];
  /** Counted so far; binary contents and missing blobs are found when the files are read. */
  readonly skipped: Skipped;
}

/** The commit that an index is of. */
export interface IndexedTree {
  readonly commit: string;
  readonly table: FileTable;
  /** Bytes of all its texts. */
  readonly bytes: number;
  readonly skipped: Readonly<Skipped>;
}

export interface TreeInput {
  readonly gitDir: string;
  readonly commit: string;
  readonly limits: CodeLimits;
  /** Entries that the commit's tree may have. */
  readonly maxFiles?: number | undefined;
  /** Only files in these are indexed; none: all. */
  readonly folders?: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

const BINARY_NAME =
  /\.(png|jpe?g|gif|webp|ico|bmp|tiff?|psd|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|webm|mov|avi|zip|gz|tgz|bz2|xz|zst|7z|jar|war|class|so|dll|dylib|exe|o|a|pdf|docx?|xlsx?|pptx?|wasm|bin|dat|db|sqlite|dcm|npy|npz|pkl|h5|parquet|pyc)$/i;

/**
 * The difference of a commit to what is indexed. The trees are compared by git, which reads only folders that differ; the whole tree is
 * listed where that does not suffice: at first, when a limit was reached, when the ignore file changed, and when the old commit is gone.
 */
export async function readDifference(input: TreeInput, old: IndexedTree | null): Promise<TreeDifference> {
  const changed = old && (await readChanged(input, old));
  return changed ?? compareWhole(input, old);
}

async function readChanged(input: TreeInput, old: IndexedTree): Promise<TreeDifference | null> {
  const { gitDir, commit, limits, signal, maxFiles, folders = [] } = input;
  // Which files a limit left out depends on all others.
  if (old.skipped.overLimit > 0 || old.skipped.missing > 0) return null;
  let changes;
  try {
    // The ignore file at the root holds for the folders too.
    const pathspecs = folders.length === 0 ? [] : [...folderPathspecs(folders), `:(literal)${IGNORE_FILE}`];
    changes = await listChanges(gitDir, old.commit, commit, signal, maxFiles, pathspecs);
  } catch (error) {
    if (error instanceof GitReadError && !signal.aborted) return null;
    throw error;
  }
  // Names that are no valid text may look the same once they are decoded.
  if (changes.some(({ path }) => path === IGNORE_FILE || path.includes("\ufffd"))) return null;
  const ignoreFile = await listTree(gitDir, commit, signal, maxFiles, [IGNORE_FILE]);
  const isIgnored = await ignoredPaths(gitDir, ignoreFile, signal);
  const skipped: Skipped = { ...old.skipped };
  const added: TreeEntry[] = [];
  const removed: number[] = [];
  const sizeOf = await sizesOf(
    gitDir,
    changes.flatMap(({ path, before, after }) => [
      ...(after === null ? [] : [after]),
      ...(before === null || old.table.find(path) >= 0 ? [] : [before]),
    ]),
    signal,
  );
  let bytes = old.bytes;
  for (const { path, before, after } of changes) {
    const ignored = isIgnored(path);
    if (before !== null) {
      const file = old.table.find(path);
      if (file >= 0) {
        removed.push(file);
        bytes -= old.table.sizes[file] ?? 0;
      } else if (ignored) skipped.ignored--;
      else if (!BINARY_NAME.test(path) && (sizeOf.get(before) ?? 0) > limits.fileBytes) skipped.large--;
      else skipped.binary--;
    }
    if (after === null) continue;
    const size = sizeOf.get(after) ?? null;
    // Its blob is missing, which the listing of the whole tree reports.
    if (size === null) return null;
    if (ignored) skipped.ignored++;
    else if (BINARY_NAME.test(path)) skipped.binary++;
    else if (size > limits.fileBytes) skipped.large++;
    else {
      added.push({ path, oid: after, size });
      bytes += size;
    }
  }
  const files = old.table.length + added.length - removed.length;
  const entries = files + skipped.binary + skipped.large + skipped.ignored;
  if (files > limits.files || bytes > limits.totalBytes || entries > (maxFiles ?? Infinity)) return null;
  return { added: sortByPath(added), removed: removed.sort((a, b) => a - b), skipped };
}

async function sizesOf(
  gitDir: string,
  oids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number | null>> {
  const sizes = await readSizes(gitDir, oids, signal);
  return new Map(oids.map((oid, at) => [oid, sizes[at] ?? null]));
}

async function compareWhole(input: TreeInput, old: IndexedTree | null): Promise<TreeDifference> {
  const { gitDir, commit, limits, signal, maxFiles, folders = [] } = input;
  const paths = folders.map((folder) => `${folder}/`);
  const tree = await listTree(gitDir, commit, signal, maxFiles, paths);
  const root = folders.length === 0 ? tree : await listTree(gitDir, commit, signal, maxFiles, [IGNORE_FILE]);
  const isIgnored = await ignoredPaths(gitDir, root, signal);
  const entries = tree.filter(({ path }) => !isIgnored(path));
  const skipped: Skipped = { binary: 0, large: 0, overLimit: 0, missing: 0, ignored: tree.length - entries.length };
  const indexable = withinLimits(entries, limits, skipped);
  if (!old) return { added: indexable, removed: [], skipped };
  const { table } = old;
  const stays = new Uint8Array(table.length);
  const added = indexable.filter(({ path, oid }) => {
    const file = table.find(path);
    if (file < 0 || table.oid(file) !== oid) return true;
    stays[file] = 1;
    return false;
  });
  const removed = Array.from(stays.keys()).filter((file) => stays[file] === 0);
  return { added, removed, skipped };
}

/** What the commit's own ignore file leaves out; nothing when it has none, or one too large to be meant. */
async function ignoredPaths(
  gitDir: string,
  tree: readonly TreeEntry[],
  signal: AbortSignal,
): Promise<(path: string) => boolean> {
  const file = tree.find(({ path, size }) => path === IGNORE_FILE && size <= 65_536);
  if (!file) return () => false;
  for await (const bytes of readBlobs(gitDir, [file.oid], signal)) {
    if (bytes) return readIgnoreFile(bytes.toString("utf8"));
  }
  return () => false;
}

function withinLimits(tree: readonly TreeEntry[], limits: CodeLimits, skipped: Skipped): TreeEntry[] {
  const indexable: TreeEntry[] = [];
  let bytes = 0;
  for (const entry of tree) {
    if (BINARY_NAME.test(entry.path)) skipped.binary++;
    else if (entry.size > limits.fileBytes) skipped.large++;
    else if (indexable.length >= limits.files || bytes + entry.size > limits.totalBytes) skipped.overLimit++;
    else {
      indexable.push(entry);
      bytes += entry.size;
    }
  }
  return indexable;
}
