import type { CodePart } from "../manifest.ts";
import type { OpenedCode } from "../OpenedIndex.ts";
import type { PartReader } from "../PartCache.ts";
import type { ContentPack } from "../segment/contentPack.ts";
import type { SegmentReader } from "../segment/segment.ts";
import type { TextFilterReader } from "../segment/textFilters.ts";
import { FileTable } from "../tables/fileTable.ts";
import { LayeredScopes, ScopesPack } from "../tables/scopesPack.ts";
import { SymbolTable } from "../tables/symbolTable.ts";
import { ChunkTable } from "../tables/chunkTable.ts";
import { joinFileTables, onlyLayer } from "./joinTables.ts";
import { LayeredFilters } from "./LayeredFilters.ts";
import { LayeredSegment } from "./LayeredSegment.ts";
import { LayerView } from "../view/LayerView.ts";

/** One layer, opened. */
interface OpenedLayer {
  readonly files: FileTable;
  readonly segment: SegmentReader;
  readonly content: readonly ContentPack[];
  readonly filters: TextFilterReader;
  readonly symbols: OpenedCode["symbols"];
}

async function openLayer(
  { part, segment, packs, filters }: PartReader,
  layer: CodePart["layers"][number],
): Promise<OpenedLayer> {
  const { symbols } = layer;
  return {
    files: await part(layer.table, "file table", (bytes) => new FileTable(bytes), FileTable),
    segment: await segment(layer.segment, "code segment"),
    content: await packs(layer.content),
    filters: await filters(layer.filters),
    symbols: symbols && {
      table: await part(symbols.table, "symbol table", (bytes) => new SymbolTable(bytes), SymbolTable),
      chunks: await part(symbols.chunkTable, "chunk table", (bytes) => new ChunkTable(bytes), ChunkTable),
      segment: await segment(symbols.chunkSegment, "chunk segment", true),
      names: await segment(symbols.nameSegment, "segment of names"),
      scopes: new ScopesPack(await packs([symbols.scopes])),
    },
  };
}

/** Opens the files of a repository. Several layers are joined: readers see what one build of the commit would have made. */
export async function openCode(reader: PartReader, code: CodePart): Promise<OpenedCode> {
  const layers = await Promise.all(code.layers.map((layer) => openLayer(reader, layer)));
  const { view: viewHash } = code;
  if (viewHash === null) return { part: code, ...onlyLayer(layers) };
  const lengths = layers.map(({ files }) => files.length);
  const view = await reader.joined(viewHash, "view", (bytes) => ({
    value: LayerView.read(bytes, lengths),
    bytes: bytes.length,
  }));
  const joined = await reader.joined(viewHash, "files", () => joinFiles(layers, view));
  const hasSymbols = layers.every(({ symbols }) => symbols !== null);
  const symbols = hasSymbols ? await reader.joined(viewHash, "symbols", () => joinSymbols(layers, view)) : null;
  return { part: code, ...joined, content: layers.flatMap(({ content }) => content), symbols };
}

interface Joined<T> {
  readonly value: T;
  /** Memory of its own. */
  readonly bytes: number;
}

function joinFiles(
  layers: readonly OpenedLayer[],
  view: LayerView,
): Joined<Pick<OpenedLayer, "files" | "segment" | "filters">> {
  const table = joinFileTables(
    layers.map(({ files, content }) => ({ files, packs: content.length })),
    view,
  );
  const segment = new LayeredSegment(
    layers.map((layer) => layer.segment),
    view,
  );
  const filters = new LayeredFilters(
    layers.map((layer) => layer.filters),
    view,
  );
  return { value: { files: table, segment, filters }, bytes: table.byteLength };
}

function joinSymbols(layers: readonly OpenedLayer[], files: LayerView): Joined<NonNullable<OpenedCode["symbols"]>> {
  const all = layers.flatMap(({ symbols }) => (symbols ? [symbols] : []));
  const tables = all.map(({ table }) => table);
  const chunkTables = all.map(({ chunks }) => chunks);
  const symbols = SymbolTable.view(tables, files);
  const places = tables.map(({ length }, layer) => symbols.places(layer, length));
  const table = SymbolTable.join(tables, files);
  const chunks = ChunkTable.join(chunkTables, files, (layer, symbol) => places[layer]?.[symbol] ?? -1);
  return {
    value: {
      table: new SymbolTable(table),
      chunks: new ChunkTable(chunks),
      segment: new LayeredSegment(
        all.map(({ segment }) => segment),
        ChunkTable.view(chunkTables, files),
      ),
      names: new LayeredSegment(
        all.map(({ names }) => names),
        symbols,
      ),
      scopes: new LayeredScopes(
        all.map(({ scopes }) => scopes),
        files,
      ),
    },
    bytes: table.length + chunks.length,
  };
}
