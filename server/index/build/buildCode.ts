import { MAX_INDEXED_FILE_MB } from "../../../contract/constants.ts";
import { type CodeLayer, type CodePart, isOfFolders } from "../manifest.ts";
import type { BuildContext } from "./buildContext.ts";
import { CODE_FIELDS, addCodeDocument, isCut } from "./codeDocument.ts";
import { ContentPackWriter } from "../segment/contentPack.ts";
import { fileKindOf, looksBinary, looksGenerated } from "../text/fileKind.ts";
import { type IndexedFile, type FileTable, writeFileTable } from "../tables/fileTable.ts";
import { readBlobs } from "../../git/readBlobs.ts";
import type { TreeEntry } from "../../git/readTree.ts";
import { type Edit, type LayerView, editView } from "../view/LayerView.ts";
import { fileLanguageOf } from "../text/languages.ts";
import { readFileTable } from "../layers/readTables.ts";
import { SegmentWriter } from "../segment/segmentWriter.ts";
import { storeView } from "../layers/storeView.ts";
import { TextFilterWriter } from "../segment/textFilters.ts";
import { type CodeLimits, type Skipped, readDifference } from "./treeDifference.ts";

export const CODE_LIMITS: CodeLimits = { fileBytes: MAX_INDEXED_FILE_MB << 20, totalBytes: 768 << 20, files: 400_000 };

export interface CodeBuildInput {
  /** A bare repository on this machine. */
  readonly gitDir: string;
  /** Full id of the commit to index. */
  readonly commit: string;
  readonly source: string;
  readonly name: string;
  /** The part built last time: files that did not change are taken over from it. */
  readonly previous: CodePart | null;
  /** The branch of the commit. */
  readonly branch?: string | null;
  readonly limits?: CodeLimits;
  /** Entries of the commit's tree; a larger one fails with GitLimitError. */
  readonly maxFiles?: number | undefined;
  /** Only files in these are indexed; none: all. A part that was built for others is not reused. */
  readonly folders?: readonly string[] | undefined;
}

/**
 * First phase for a repository: the texts of a commit in a content pack, the table of its files, and the segment that makes them
 * searchable. Only files that differ from `previous` are read, analysed and written: they are one more layer, and a view says which files
 * of the layers are those of the commit.
 */
export async function buildCode(input: CodeBuildInput, context: BuildContext): Promise<CodePart> {
  const { gitDir, commit, maxFiles, folders = [] } = input;
  context.progress({ step: "list", done: 0, total: null });
  const old = await openPrevious(isOfFolders(input.previous, folders) ? input.previous : null, context);
  const difference = await readDifference(
    { gitDir, commit, maxFiles, folders, limits: input.limits ?? CODE_LIMITS, signal: context.signal },
    old && { ...old.part, table: old.table },
  );
  const skipped: Skipped = { ...difference.skipped };
  const { layer, rows } = await buildLayer(gitDir, difference.added, skipped, context);
  const { source, name, branch = null } = input;
  const base = { source, name, commit, builtAt: new Date().toISOString() };
  // In the order of the manifest, whose text names an open index.
  if (!old)
    return {
      ...base,
      files: rows.length,
      bytes: sizeOf(rows),
      skipped,
      branch,
      folders: [...folders],
      layers: [layer],
      view: null,
    };
  const view = editView(old.view, editsOf(old.table, rows, difference.removed), old.part.layers.length);
  const removedBytes = difference.removed.reduce((sum, file) => sum + (old.table.sizes[file] ?? 0), 0);
  const layers = rows.length > 0 ? [...old.part.layers, layer] : old.part.layers;
  return {
    ...base,
    files: view.documents,
    bytes: old.part.bytes - removedBytes + sizeOf(rows),
    skipped,
    branch,
    folders: [...folders],
    ...(await storeView(layers, view, context.blobs)),
  };
}

const sizeOf = (rows: readonly IndexedFile[]): number => rows.reduce((sum, { size }) => sum + size, 0);

/** Reads and analyses files. */
async function buildLayer(
  gitDir: string,
  entries: readonly TreeEntry[],
  skipped: Skipped,
  context: BuildContext,
): Promise<{ layer: CodeLayer; rows: readonly IndexedFile[] }> {
  const rows: IndexedFile[] = [];
  const writer = new SegmentWriter(CODE_FIELDS.length);
  const filters = new TextFilterWriter();
  const pack = new ContentPackWriter();
  let done = 0;
  const oids = entries.map(({ oid }) => oid);
  for await (const bytes of readBlobs(gitDir, oids, context.signal)) {
    const entry = entries[done++];
    if (!entry) break;
    if (bytes === null) skipped.missing++;
    else if (looksBinary(bytes)) skipped.binary++;
    else {
      const text = bytes.toString("utf8");
      const language = fileLanguageOf(entry.path);
      const byPath = fileKindOf(entry.path);
      const kind = byPath !== "generated" && byPath !== "vendored" && looksGenerated(text) ? "generated" : byPath;
      addCodeDocument(writer, { path: entry.path, text, language, kind });
      filters.add(text, isCut(kind, bytes.length));
      const item = pack.add(Buffer.from(bytes));
      rows.push({ ...entry, lines: countLines(text), language: language?.name ?? "", kind, pack: 0, item });
    }
    if (done % 100 === 0) {
      context.checkpoint();
      context.progress({ step: "files", done, total: entries.length });
    }
  }
  skipped.missing += entries.length - done;
  context.progress({ step: "write", done: 0, total: null });
  context.checkpoint();
  const { blobs } = context;
  const layer = {
    files: rows.length,
    table: await blobs.put(writeFileTable(rows)),
    segment: await blobs.put(writer.finish()),
    content: [await blobs.put(pack.finish())],
    filters: await blobs.put(filters.finish()),
    symbols: null,
  };
  return { layer, rows };
}

/** How the files of the last build become those of this one. */
function editsOf(table: FileTable, rows: readonly IndexedFile[], removed: readonly number[]): Edit[] {
  const gone = new Set(removed);
  const edits = rows.map(({ path }, inserted): Edit => {
    const position = table.paths.search(path);
    return { at: position < 0 ? ~position : position, isRemoval: gone.delete(position), inserted };
  });
  for (const at of gone) edits.push({ at, isRemoval: true, inserted: -1 });
  // What is inserted before a file has a lower path than what replaces it.
  return edits.sort((a, b) => a.at - b.at || Number(a.isRemoval) - Number(b.isRemoval));
}

interface PreviousCode {
  readonly part: CodePart;
  readonly view: LayerView;
  /** The files that the view shows. */
  readonly table: FileTable;
}

/** Null when there is nothing to reuse, also when a blob of it is gone: then everything is read again. */
async function openPrevious(previous: CodePart | null, { blobs }: BuildContext): Promise<PreviousCode | null> {
  if (!previous) return null;
  try {
    for (const { segment, filters, content } of previous.layers)
      for (const hash of [segment, filters, ...content]) if (!(await blobs.has(hash))) return null;
    const { files, view } = await readFileTable(blobs, previous);
    return { part: previous, table: files, view };
  } catch {
    return null;
  }
}

function countLines(text: string): number {
  let lines = text.length === 0 || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
