import type { CodeLayer, CodePart } from "../manifest.ts";
import type { Blobs } from "../blobs/blobs.ts";
import { type BuildContext, requireBlob } from "./buildContext.ts";
import { CHUNK_FIELDS, SYMBOL_FIELDS } from "./buildSymbols.ts";
import { CODE_FIELDS } from "./codeDocument.ts";
import { LayerView, type Run, RunList } from "../view/LayerView.ts";
import { storeView } from "../layers/storeView.ts";
import { ContentPack, ContentPackWriter } from "../segment/contentPack.ts";
import { Segment } from "../segment/segment.ts";
import { mergeSegments } from "../segment/segmentMerge.ts";
import { TextFilterWriter, TextFilters } from "../segment/textFilters.ts";
import { FileTable } from "../tables/fileTable.ts";
import { LayeredScopes, ScopesPack, ScopesWriter } from "../tables/scopesPack.ts";
import { SymbolTable } from "../tables/symbolTable.ts";
import { ChunkTable } from "../tables/chunkTable.ts";

/** A layer is merged with the one before it unless that is this many times as large: each file is then merged about log2(n) times. */
const GROWTH_FACTOR = 2;
/** Layers that a part has at most; a reader looks for each word in each. */
const MAX_LAYERS = 8;
/** More packs than this of one layer are packed into one again, since no text of a deleted file is removed before. */
const MAX_PACKS = 6;

/**
 * The first of the layers that are to be merged into one, with all after it; null when there is nothing to merge.
 * @param live files of each layer that are not deleted @param files of each layer
 */
export function firstToMerge(live: readonly number[], files: readonly number[]): number | null {
  const last = live.length - 1;
  // More than half of this layer's files are deleted, but readers still read their lists and texts.
  const hollow = live.findIndex((count, layer) => count * 2 < (files[layer] ?? 0));
  let first = hollow < 0 ? last : hollow;
  let size = live.slice(first).reduce((sum, count) => sum + count, 0);
  while (first > 0 && ((live[first - 1] ?? 0) < GROWTH_FACTOR * size || first + 1 > MAX_LAYERS)) {
    first--;
    size += live[first] ?? 0;
  }
  return first === last && hollow < 0 ? null : first;
}

/** Whether layers of a part are to be merged. */
export async function isMergeDue(blobs: Pick<Blobs, "get">, part: CodePart): Promise<boolean> {
  return (await planOf(blobs, part)) !== null;
}

async function planOf(
  blobs: Pick<Blobs, "get">,
  part: CodePart,
): Promise<{ readonly view: LayerView; readonly first: number } | null> {
  if (part.view === null || part.layers.some(({ symbols }) => symbols === null)) return null;
  const lengths = part.layers.map(({ files }) => files);
  const view = LayerView.read(await requireBlob(blobs, part.view, "view"), lengths);
  const first = firstToMerge(
    lengths.map((_, layer) => view.liveIn(layer)),
    lengths,
  );
  return first === null ? null : { view, first };
}

/** Merges layers when there are too many, or too many of their files are deleted. It does not run git or analyse texts again. */
export async function mergeLayers(part: CodePart, context: BuildContext): Promise<CodePart> {
  const { blobs } = context;
  const plan = await planOf(blobs, part);
  if (!plan) return part;
  const { view, first } = plan;
  const merged = view.runs
    .filter(({ layer }) => layer >= first)
    .map((run): Run => ({ ...run, layer: run.layer - first }));
  const layer = await mergeInto(part.layers.slice(first), new LayerView(merged), context);
  const runs = new RunList();
  let position = 0;
  for (const run of view.runs) {
    if (run.layer < first) runs.add(run.layer, run.from, run.count);
    else {
      runs.add(first, position, run.count);
      position += run.count;
    }
  }
  return { ...part, ...(await storeView([...part.layers.slice(0, first), layer], runs.view(), blobs)) };
}

async function mergeInto(layers: readonly CodeLayer[], view: LayerView, context: BuildContext): Promise<CodeLayer> {
  const { blobs } = context;
  const tables = await readAll(
    layers,
    ({ table }) => table,
    "file table",
    context,
    (bytes) => new FileTable(bytes),
  );
  const files = await joinContent(layers, tables, view, context);
  context.progress({ step: "write", done: 0, total: null });
  const filters = new TextFilterWriter();
  const old = await readAll(
    layers,
    (layer) => layer.filters,
    "text filters",
    context,
    (bytes) => new TextFilters(bytes),
  );
  for (const { layer, from, count } of view.runs)
    for (let file = from; file < from + count; file++) {
      const layerFilters = old[layer];
      if (layerFilters) filters.copy(layerFilters, file);
    }
  return {
    files: view.documents,
    ...files,
    segment: await merge(layers, ({ segment }) => segment, "code segment", view, CODE_FIELDS.length, context),
    filters: await blobs.put(filters.finish()),
    symbols: await mergeSymbols(layers, view, context),
  };
}

async function mergeSymbols(
  layers: readonly CodeLayer[],
  files: LayerView,
  context: BuildContext,
): Promise<NonNullable<CodeLayer["symbols"]>> {
  const { blobs } = context;
  const all = layers.flatMap(({ symbols }) => (symbols ? [symbols] : []));
  const tables = await readAll(
    all,
    ({ table }) => table,
    "symbol table",
    context,
    (bytes) => new SymbolTable(bytes),
  );
  const chunkTables = await readAll(
    all,
    ({ chunkTable }) => chunkTable,
    "chunk table",
    context,
    (bytes) => new ChunkTable(bytes),
  );
  const symbols = SymbolTable.view(tables, files);
  const chunks = ChunkTable.view(chunkTables, files);
  const places = tables.map(({ length }, layer) => symbols.places(layer, length));
  const table = SymbolTable.join(tables, files);
  const chunkTable = ChunkTable.join(chunkTables, files, (layer, symbol) => places[layer]?.[symbol] ?? -1);
  const scopes = await readAll(
    all,
    (layer) => layer.scopes,
    "scopes",
    context,
    (bytes) => new ScopesPack([new ContentPack(bytes)]),
  );
  context.checkpoint();
  return {
    table: await blobs.put(table),
    scopes: await blobs.put(joinScopes(scopes, files)),
    chunkTable: await blobs.put(chunkTable),
    chunkSegment: await merge(
      all,
      ({ chunkSegment }) => chunkSegment,
      "chunk segment",
      chunks,
      CHUNK_FIELDS.length,
      context,
    ),
    nameSegment: await merge(
      all,
      ({ nameSegment }) => nameSegment,
      "segment of names",
      symbols,
      SYMBOL_FIELDS.length,
      context,
    ),
    symbols: symbols.documents,
    chunks: chunks.documents,
  };
}

function joinScopes(layers: readonly ScopesPack[], files: LayerView): Buffer {
  const joined = new LayeredScopes(layers, files);
  const writer = new ScopesWriter();
  for (let file = 0; file < files.documents; file++) {
    const bytes = joined.bytes(file);
    if (bytes) writer.add(file, bytes);
  }
  return writer.finish(files.documents);
}

async function readAll<Layer, Part>(
  layers: readonly Layer[],
  hashOf: (layer: Layer) => string,
  what: string,
  { blobs }: BuildContext,
  open: (bytes: Buffer) => Part,
): Promise<Part[]> {
  const parts: Part[] = [];
  for (const layer of layers) parts.push(open(await requireBlob(blobs, hashOf(layer), what)));
  return parts;
}

async function merge<Layer>(
  layers: readonly Layer[],
  hashOf: (layer: Layer) => string,
  what: string,
  view: LayerView,
  fields: number,
  context: BuildContext,
): Promise<string> {
  const segments = await readAll(layers, hashOf, what, context, (bytes) => new Segment(bytes));
  context.checkpoint();
  const inputs = segments.map((segment, layer) => ({ segment, places: view.places(layer, segment.documents) }));
  return context.blobs.put(mergeSegments(inputs, view.documents, fields));
}

/** The table of the merged files. Packs stay as they are until there are too many: then all live texts move into one. */
async function joinContent(
  layers: readonly CodeLayer[],
  tables: readonly FileTable[],
  view: LayerView,
  context: BuildContext,
): Promise<Pick<CodeLayer, "table" | "content">> {
  const { blobs } = context;
  const hashes = layers.flatMap(({ content }) => content);
  const total = tables.reduce((sum, { length }) => sum + length, 0);
  let count = 0;
  const starts = layers.map(({ content }) => (count += content.length) - content.length);
  if (hashes.length <= MAX_PACKS && view.documents * 2 >= total)
    return { table: await blobs.put(FileTable.join(tables, view, starts)), content: hashes };
  const packs: ContentPack[] = [];
  for (const hash of hashes) packs.push(new ContentPack(await requireBlob(blobs, hash, "content pack")));
  const writer = new ContentPackWriter();
  const joined = new FileTable(FileTable.join(tables, view, starts));
  for (let file = 0; file < joined.length; file++) {
    const bytes = packs[joined.packs[file] ?? 0]?.bytes(joined.items[file] ?? 0) ?? Buffer.alloc(0);
    writer.add(Buffer.from(bytes));
    if (file % 100 === 0) context.checkpoint();
  }
  // The texts are in the order of the files now.
  joined.packs.fill(0);
  for (let file = 0; file < joined.length; file++) joined.items[file] = file;
  const table = FileTable.join([joined], LayerView.full(joined.length), [0]);
  return { table: await blobs.put(table), content: [await blobs.put(writer.finish())] };
}
