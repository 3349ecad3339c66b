import type { CodePart } from "../manifest.ts";
import { type BuildContext, requireBlob } from "./buildContext.ts";
import { CODE_FIELDS, addCodeDocument, isCut } from "./codeDocument.ts";
import { ContentPack, ContentPackWriter } from "../segment/contentPack.ts";
import { fileKindOf, looksBinary, looksGenerated } from "../text/fileKind.ts";
import { type FileRow, FileTable, writeFileTable } from "../tables/fileTable.ts";
import { type TreeEntry, listTree, readBlobs } from "../../git/readObjects.ts";
import { IGNORE_FILE, readIgnoreFile } from "../text/ignoreFile.ts";
import { languageOf } from "../text/languages.ts";
import { Segment } from "../segment/segment.ts";
import { mergeSegments } from "../segment/segmentMerge.ts";
import { SegmentWriter } from "../segment/segmentWriter.ts";
import { TextFilterWriter, TextFilters } from "../segment/textFilters.ts";

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
  const limits = input.limits ?? CODE_LIMITS;
  context.progress({ step: "list", done: 0, total: null });
  const tree = await listTree(input.gitDir, input.commit, context.signal, input.maxFiles);
  const skipped = { binary: 0, large: 0, overLimit: 0, missing: 0, ignored: 0 };
  const isIgnored = await ignoredPaths(input.gitDir, tree, context.signal);
  const kept = tree.filter(({ path }) => !isIgnored(path));
  skipped.ignored = tree.length - kept.length;
  const wanted = withinLimits(kept, limits, skipped);
  const old = await openPrevious(input.previous, context);

  const rows: FileRow[] = [];
  /** Old document → new document. */
  const places = new Int32Array(old?.table.length ?? 0).fill(-1);
  /** New documents that were analysed now, in the writer's order. */
  const fresh: number[] = [];
  const changed = wanted.filter((entry) => oldDocument(old, entry) < 0);
  const texts = readBlobs(
    input.gitDir,
    changed.map(({ oid }) => oid),
    context.signal,
  );
  const writer = new SegmentWriter(CODE_FIELDS.length);
  const filters = new TextFilterWriter();
  const pack = new ContentPackWriter();
  const packNumber = old?.packs.length ?? 0;
  let bytesOfText = 0;
  let done = 0;
  for (const entry of wanted) {
    const before = oldDocument(old, entry);
    if (old && before >= 0) {
      places[before] = rows.length;
      rows.push(old.table.row(before));
      filters.copy(old.filters, before);
      bytesOfText += entry.size;
    } else {
      const next = await texts.next();
      if (next.done || next.value === null) {
        skipped.missing++;
      } else if (looksBinary(next.value)) {
        skipped.binary++;
      } else {
        const text = next.value.toString("utf8");
        const language = languageOf(entry.path);
        const byPath = fileKindOf(entry.path);
        const kind = byPath !== "generated" && byPath !== "vendored" && looksGenerated(text) ? "generated" : byPath;
        addCodeDocument(writer, { path: entry.path, text, language, kind });
        filters.add(text, isCut(kind, next.value.length));
        fresh.push(rows.length);
        const item = pack.add(Buffer.from(next.value));
        rows.push({ ...entry, lines: countLines(text), language: language?.name ?? "", kind, pack: packNumber, item });
        bytesOfText += next.value.length;
      }
    }
    done++;
    if (done % 100 === 0) {
      context.checkpoint();
      context.progress({ step: "files", done, total: wanted.length });
    }
  }
  await texts.return(undefined);
  context.progress({ step: "write", done: 0, total: null });

  const { rows: placed, content } = await storeContent(rows, pack, fresh.length > 0, old, context);
  const segment =
    old === null
      ? writer.finish()
      : mergeSegments(
          [
            { segment: old.segment, places },
            { segment: new Segment(writer.finish()), places: Int32Array.from(fresh) },
          ],
          rows.length,
          CODE_FIELDS.length,
        );
  context.checkpoint();
  return {
    source: input.source,
    name: input.name,
    commit: input.commit,
    builtAt: new Date().toISOString(),
    files: rows.length,
    bytes: bytesOfText,
    skipped,
    table: await context.blobs.put(writeFileTable(placed)),
    segment: await context.blobs.put(segment),
    content,
    filters: await context.blobs.put(filters.finish()),
    symbols: null,
  };
}

interface PreviousCode {
  readonly table: FileTable;
  readonly segment: Segment;
  readonly filters: TextFilters;
  readonly packs: readonly string[];
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

function oldDocument(old: PreviousCode | null, entry: TreeEntry): number {
  const document = old?.table.find(entry.path) ?? -1;
  return document >= 0 && old?.table.oid(document) === entry.oid ? document : -1;
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

/** Old packs are kept as they are and new texts go into one more, until there are too many: then all live texts move into one. */
async function storeContent(
  rows: readonly FileRow[],
  pack: ContentPackWriter,
  hasFresh: boolean,
  old: PreviousCode | null,
  context: BuildContext,
): Promise<{ rows: readonly FileRow[]; content: string[] }> {
  const content = [...(old?.packs ?? [])];
  if (hasFresh || content.length === 0) content.push(await context.blobs.put(pack.finish()));
  if (content.length <= MAX_PACKS) return { rows, content };
  const packs: ContentPack[] = [];
  for (const hash of content) packs.push(new ContentPack(await requireBlob(context.blobs, hash, "content pack")));
  const whole = new ContentPackWriter();
  const moved = rows.map((row) => {
    const bytes = packs[row.pack]?.bytes(row.item) ?? Buffer.alloc(0);
    return { ...row, pack: 0, item: whole.add(Buffer.from(bytes)) };
  });
  return { rows: moved, content: [await context.blobs.put(whole.finish())] };
}

function countLines(text: string): number {
  let lines = text.length === 0 || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
