import { type CodeLayer, type CodePart, symbolsOf } from "../manifest.ts";
import { type BuildContext, requireBlob } from "./buildContext.ts";
import { type Chunk, type Section, cutAtHeadings, cutAtSymbols } from "../text/chunks.ts";
import { type ChunkRow, writeChunkTable } from "../tables/chunkTable.ts";
import { ContentPack } from "../segment/contentPack.ts";
import type { FileKind } from "../text/fileKind.ts";
import { FileTable } from "../tables/fileTable.ts";
import { fileLanguageOf } from "../text/languages.ts";
import type { FieldScheme } from "../segment/MultiSegmentReader.ts";
import { SegmentWriter } from "../segment/segmentWriter.ts";
import { ScopesWriter } from "../tables/scopesPack.ts";
import { encodeScopes } from "../text/scopes/scopeBytes.ts";
import { type FoundSymbol, SymbolExtractor } from "../text/symbols.ts";
import { type SymbolRow, writeSymbolTable } from "../tables/symbolTable.ts";

/** The fields of a chunk as a document. The name of a section is its heading, its containers are the headings around it. */
export const CHUNK_FIELDS = ["body", "symbol", "path", "container", "comment"] as const;
const CHUNK_BODY = 0;
export const CHUNK_SYMBOL = 1;
const CHUNK_PATH = 2;
const CHUNK_CONTAINER = 3;
/** The comment right above a definition. */
const CHUNK_COMMENT = 4;
export const CHUNK_SCHEME: FieldScheme = {
  weights: [1, 2, 1, 2, 0.7],
  lengthPenalty: [0.6, 0.3, 0.3, 0.3, 0.5],
  saturation: 1.2,
};

/** The fields of a symbol as a document. */
export const SYMBOL_FIELDS = ["name", "container", "file"] as const;
export const SYMBOL_SCHEME: FieldScheme = { weights: [3, 1, 0.5], lengthPenalty: [0.6, 0.3, 0.3], saturation: 1.2 };

export interface SymbolsBuildInput {
  /** The finished first phase. */
  readonly part: CodePart;
}

/** Kinds of files whose text is not split into chunks, because results inside of them are not useful. */
export const UNCUT: ReadonlySet<FileKind> = new Set(["generated", "vendored", "data"]);
const MAX_CONFIG_LINES = 400;
const MAX_CHUNKS = 600_000;

/**
 * Second phase for a repository: symbols with their lines, chunks cut at them, and the segment over the chunks, for each layer that has none.
 * It reads the texts from the content packs, so the mirror is not needed. For a whole repository this is the slow stage: search is live
 * before it starts.
 */
export async function buildSymbols({ part }: SymbolsBuildInput, context: BuildContext): Promise<CodePart> {
  const layers: CodeLayer[] = [];
  for (const layer of part.layers) {
    const room = MAX_CHUNKS - (symbolsOf({ layers: layers.filter(({ symbols }) => symbols !== null) })?.chunks ?? 0);
    layers.push(layer.symbols ? layer : { ...layer, symbols: await buildLayer(layer, room, context) });
  }
  return { ...part, layers };
}

async function buildLayer(
  layer: CodeLayer,
  mostChunks: number,
  context: BuildContext,
): Promise<NonNullable<CodeLayer["symbols"]>> {
  const files = new FileTable(await requireBlob(context.blobs, layer.table, "file table"));
  const packs: ContentPack[] = [];
  for (const hash of layer.content) packs.push(new ContentPack(await requireBlob(context.blobs, hash, "content pack")));
  const extractor = new SymbolExtractor();
  const writer = new SegmentWriter(CHUNK_FIELDS.length);
  const symbols: SymbolRow[] = [];
  const chunks: ChunkRow[] = [];
  const scopes = new ScopesWriter();

  for (let file = 0; file < files.length; file++) {
    if (file % 50 === 0) {
      context.checkpoint();
      context.progress({ step: "symbols", done: file, total: files.length });
    }
    const path = files.path(file);
    const language = fileLanguageOf(path);
    const kind = files.kind(file);
    if (!language || UNCUT.has(kind) || chunks.length >= mostChunks) continue;
    if (language.family === "data" && (files.lines[file] ?? 0) > MAX_CONFIG_LINES) continue;
    const text = packs[files.packs[file] ?? 0]?.text(files.items[file] ?? 0) ?? "";
    const { symbols: fileSymbols, names } = await extractor.scan(text, language);
    if (names) scopes.add(file, encodeScopes(names));
    const lines = text.split("\n");
    const first = symbols.length;
    for (const symbol of fileSymbols) symbols.push({ ...symbol, file });
    const cut: (Chunk | Section)[] =
      language.family === "prose" ? cutAtHeadings(lines) : cutAtSymbols(lines, fileSymbols);
    for (const chunk of cut) {
      const symbol = fileSymbols[chunk.symbol];
      addChunk(writer, { chunk, symbol, lines, path });
      chunks.push({ file, start: chunk.start, end: chunk.end, symbol: chunk.symbol < 0 ? -1 : first + chunk.symbol });
    }
  }
  context.progress({ step: "write", done: 0, total: null });
  const segment = writer.finish();
  context.checkpoint();
  return {
    table: await context.blobs.put(writeSymbolTable(symbols, files.length)),
    chunkTable: await context.blobs.put(writeChunkTable(chunks, files.length)),
    chunkSegment: await context.blobs.put(segment),
    nameSegment: await context.blobs.put(nameSegment(symbols, files)),
    scopes: await context.blobs.put(scopes.finish(files.length)),
    symbols: symbols.length,
    chunks: chunks.length,
  };
}

interface ChunkText {
  readonly chunk: Chunk | Section;
  /** The definition in the chunk, if any. */
  readonly symbol: FoundSymbol | undefined;
  /** Those of the file. */
  readonly lines: readonly string[];
  readonly path: string;
}

/** Adds a chunk as a document. Lines above the definition are its comment. */
function addChunk(writer: SegmentWriter, { chunk, symbol, lines, path }: ChunkText): void {
  const bodyAt = symbol ? Math.max(chunk.start, Math.min(chunk.end + 1, symbol.start)) : chunk.start;
  writer.addText(CHUNK_COMMENT, lines.slice(chunk.start - 1, bodyAt - 1).join("\n"));
  writer.addText(CHUNK_BODY, lines.slice(bodyAt - 1, chunk.end).join("\n"));
  if (symbol) {
    writer.addText(CHUNK_SYMBOL, symbol.name);
    writer.addText(CHUNK_CONTAINER, symbol.container);
  } else if ("heading" in chunk) {
    writer.addText(CHUNK_SYMBOL, chunk.heading);
    writer.addText(CHUNK_CONTAINER, chunk.parents);
  }
  writer.addText(CHUNK_PATH, path);
  writer.endDocument();
}

/** Names are few words each: the segment over them is written whole each time. */
function nameSegment(symbols: readonly SymbolRow[], files: FileTable): Buffer {
  const writer = new SegmentWriter(SYMBOL_FIELDS.length);
  for (const { name, container, file } of symbols) {
    writer.addText(0, name);
    writer.addText(1, container);
    const path = files.path(file);
    writer.addText(2, path.slice(path.lastIndexOf("/") + 1));
    writer.endDocument();
  }
  return writer.finish();
}
