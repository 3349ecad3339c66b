import type { CodePart } from "../manifest.ts";
import { type BuildContext, requireBlob } from "./buildContext.ts";
import { CodeDocuments, type PreviousCode } from "./CodeDocuments.ts";
import { FileTable, writeFileTable } from "../tables/fileTable.ts";
import { type TreeEntry, listTree, readBlobs } from "../../git/readObjects.ts";
import { IGNORE_FILE, readIgnoreFile } from "../text/ignoreFile.ts";
import { Segment } from "../segment/segment.ts";
import { TextFilters } from "../segment/textFilters.ts";
import { storePacks } from "./storePacks.ts";

/** What is too much to index. */
export interface CodeLimits {
  /** Bytes of one file. */
  readonly fileBytes: number;
  /** Bytes of all files together. */
  readonly totalBytes: number;
  readonly files: number;
}

export const CODE_LIMITS: CodeLimits = { fileBytes: 1 << 20, totalBytes: 768 << 20, files: 400_000 };

export interface CodeBuildInput {
  /** A bare repository on this machine. */
  readonly gitDir: string;
  /** Full id of the commit to index. */
  readonly commit: string;
  readonly source: string;
  readonly name: string;
  /** The part built last time: files that did not change are taken over from it. */
  readonly previous: CodePart | null;
  readonly limits?: CodeLimits;
  /** Entries of the commit's tree; a larger one fails with GitLimitError. */
  readonly maxFiles?: number | undefined;
}

/** More packs than this are packed into one again. */
const MAX_PACKS = 6;
const BINARY_NAME =
  /\.(png|jpe?g|gif|webp|ico|bmp|tiff?|psd|woff2?|ttf|otf|eot|mp[34]|m4a|wav|ogg|webm|mov|avi|zip|gz|tgz|bz2|xz|zst|7z|jar|war|class|so|dll|dylib|exe|o|a|pdf|docx?|xlsx?|pptx?|wasm|bin|dat|db|sqlite|dcm|npy|npz|pkl|h5|parquet|pyc)$/i;

/**
 * First phase for a repository: the texts of a commit in content packs, the table of its files, and the segment that makes them
 * searchable. Only files that changed since `previous` are read and analysed; the rest of the segment is merged over.
 */
export async function buildCode(input: CodeBuildInput, context: BuildContext): Promise<CodePart> {
  const { gitDir, commit, source, name, limits = CODE_LIMITS, maxFiles } = input;
  context.progress({ step: "list", done: 0, total: null });
  const tree = await listTree(gitDir, commit, context.signal, maxFiles);
  const skipped = { binary: 0, large: 0, overLimit: 0, missing: 0, ignored: 0 };
  const isIgnored = await ignoredPaths(gitDir, tree, context.signal);
  const kept = tree.filter(({ path }) => !isIgnored(path));
  skipped.ignored = tree.length - kept.length;
  const wanted = withinLimits(kept, limits, skipped);
  const old = await openPrevious(input.previous, context);
  const documents = new CodeDocuments(old, skipped);
  await addFiles(documents, wanted, gitDir, context);
  context.progress({ step: "write", done: 0, total: null });

  const packs = old?.packs ?? [];
  const { hasFresh, pack, rows } = documents;
  const stored = await storePacks(rows, hasFresh || packs.length === 0 ? pack : null, packs, MAX_PACKS, context);
  const segment = documents.segment();
  context.checkpoint();
  return {
    source,
    name,
    commit,
    builtAt: new Date().toISOString(),
    files: rows.length,
    bytes: documents.bytes,
    skipped,
    table: await context.blobs.put(writeFileTable(stored.rows)),
    segment: await context.blobs.put(segment),
    content: stored.content,
    filters: await context.blobs.put(documents.filters.finish()),
    symbols: null,
  };
}

/** Copies the files that have not changed, and reads the others. */
async function addFiles(
  documents: CodeDocuments,
  wanted: readonly TreeEntry[],
  gitDir: string,
  context: BuildContext,
): Promise<void> {
  const changed = wanted.filter((entry) => !documents.has(entry));
  const oids = changed.map(({ oid }) => oid);
  const texts = readBlobs(gitDir, oids, context.signal);
  for (const [at, entry] of wanted.entries()) {
    if (!documents.copy(entry)) {
      const next = await texts.next();
      documents.add(entry, next.done ? null : next.value);
    }
    const done = at + 1;
    if (done % 100 === 0) {
      context.checkpoint();
      context.progress({ step: "files", done, total: wanted.length });
    }
  }
  await texts.return(undefined);
}

/** Null when there is nothing to reuse, also when a blob of it is gone: then everything is read again. */
async function openPrevious(previous: CodePart | null, { blobs }: BuildContext): Promise<PreviousCode | null> {
  if (!previous) return null;
  try {
    for (const hash of previous.content) if (!(await blobs.has(hash))) return null;
    const table = new FileTable(await requireBlob(blobs, previous.table, "file table"));
    return {
      table,
      segment: new Segment(await requireBlob(blobs, previous.segment, "code segment")),
      filters: new TextFilters(await requireBlob(blobs, previous.filters, "text filters")),
      packs: previous.content,
    };
  } catch {
    return null;
  }
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

function withinLimits(
  tree: readonly TreeEntry[],
  limits: CodeLimits,
  skipped: { binary: number; large: number; overLimit: number },
): TreeEntry[] {
  const wanted: TreeEntry[] = [];
  let bytes = 0;
  for (const entry of tree) {
    if (BINARY_NAME.test(entry.path)) skipped.binary++;
    else if (entry.size > limits.fileBytes) skipped.large++;
    else if (wanted.length >= limits.files || bytes + entry.size > limits.totalBytes) skipped.overLimit++;
    else {
      wanted.push(entry);
      bytes += entry.size;
    }
  }
  return wanted;
}
