import type { CodePart } from "../manifest.ts";
import { type BuildContext, requireBlob } from "./buildContext.ts";
import {
  type Chunk,
  type ChunkRow,
  ChunkTable,
  type Section,
  cutAtHeadings,
  cutAtSymbols,
  writeChunkTable,
} from "../text/chunks.ts";
import { ContentPack } from "../segment/contentPack.ts";
import type { FileKind } from "../text/fileKind.ts";
import { FileTable } from "../tables/fileTable.ts";
import { languageOf } from "../text/languages.ts";
import { Segment } from "../segment/segment.ts";
import type { FieldScheme } from "../segment/MultiSegmentReader.ts";
import { mergeSegments } from "../segment/segmentMerge.ts";
import { SegmentWriter } from "../segment/segmentWriter.ts";
import { SymbolExtractor } from "../text/symbols.ts";
import { type SymbolRow, SymbolTable, writeSymbolTable } from "../tables/symbolTable.ts";

/** The fields of a chunk as a document. The name of a section is its heading, its containers are the headings around it. */
const CHUNK_FIELDS = ["body", "symbol", "path", "container", "comment"] as const;
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
const SYMBOL_FIELDS = ["name", "container", "file"] as const;
export const SYMBOL_SCHEME: FieldScheme = { weights: [3, 1, 0.5], lengthPenalty: [0.6, 0.3, 0.3], saturation: 1.2 };

export interface SymbolsBuildInput {
  /** The finished first phase. */
  readonly part: CodePart;
  /** An earlier part with symbols: files that did not change are taken over from it. */
  readonly previous: CodePart | null;
}

/** Kinds of files whose text is not split into chunks, because results inside of them are not useful. */
const UNCUT: ReadonlySet<FileKind> = new Set(["generated", "vendored", "data"]);
const MAX_CONFIG_LINES = 400;
const MAX_CHUNKS = 600_000;

/**
 * Second phase for a repository: symbols with their lines, chunks cut at them, and the segment over the chunks. It reads the
 * texts from the content packs, so the mirror is not needed. This is the slow stage: search is live before it starts.
 */
export async function buildSymbols(input: SymbolsBuildInput, context: BuildContext): Promise<CodePart> {
  const { part } = input;
  const files = new FileTable(await requireBlob(context.blobs, part.table, "file table"));
  const packs: ContentPack[] = [];
  for (const hash of part.content) packs.push(new ContentPack(await requireBlob(context.blobs, hash, "content pack")));
  const old = await openPrevious(input.previous, context);
  const extractor = new SymbolExtractor();
  const writer = new SegmentWriter(CHUNK_FIELDS.length);
  const symbols: SymbolRow[] = [];
  const chunks: ChunkRow[] = [];
  const kept = new Int32Array(old?.chunks.length ?? 0).fill(-1);
  const fresh: number[] = [];

  for (let file = 0; file < files.length; file++) {
    if (file % 50 === 0) {
      context.checkpoint();
      context.progress({ step: "symbols", done: file, total: files.length });
    }
    const before = old?.files.find(files.path(file)) ?? -1;
    if (old && before >= 0 && old.files.oid(before) === files.oid(file)) {
      copyFile(old, before, file, symbols, chunks, kept);
      continue;
    }
    const path = files.path(file);
    const language = languageOf(path);
    const kind = files.kind(file);
    if (!language || UNCUT.has(kind) || chunks.length >= MAX_CHUNKS) continue;
    if (language.family === "data" && (files.lines[file] ?? 0) > MAX_CONFIG_LINES) continue;
    const text = packs[files.packs[file] ?? 0]?.text(files.items[file] ?? 0) ?? "";
    const found = await extractor.find(text, language);
    const lines = text.split("\n");
    const first = symbols.length;
    for (const symbol of found) symbols.push({ ...symbol, file });
    const cut: (Chunk | Section)[] = language.family === "prose" ? cutAtHeadings(lines) : cutAtSymbols(lines, found);
    for (const chunk of cut) {
      const symbol = found[chunk.symbol];
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
      fresh.push(chunks.length);
      chunks.push({ file, start: chunk.start, end: chunk.end, symbol: chunk.symbol < 0 ? -1 : first + chunk.symbol });
    }
  }
  context.progress({ step: "write", done: 0, total: null });
  const segment = old
    ? mergeSegments(
        [
          { segment: old.segment, places: kept },
          { segment: new Segment(writer.finish()), places: Int32Array.from(fresh) },
        ],
        chunks.length,
        CHUNK_FIELDS.length,
      )
    : writer.finish();
  context.checkpoint();
  return {
    ...part,
    symbols: {
      table: await context.blobs.put(writeSymbolTable(symbols, files.length)),
      chunkTable: await context.blobs.put(writeChunkTable(chunks, files.length)),
      chunkSegment: await context.blobs.put(segment),
      nameSegment: await context.blobs.put(nameSegment(symbols, files)),
      symbols: symbols.length,
      chunks: chunks.length,
    },
  };
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

interface PreviousSymbols {
  readonly files: FileTable;
  readonly symbols: SymbolTable;
  readonly chunks: ChunkTable;
  readonly segment: Segment;
}

async function openPrevious(previous: CodePart | null, { blobs }: BuildContext): Promise<PreviousSymbols | null> {
  if (!previous?.symbols) return null;
  try {
    return {
      files: new FileTable(await requireBlob(blobs, previous.table, "file table")),
      symbols: new SymbolTable(await requireBlob(blobs, previous.symbols.table, "symbol table")),
      chunks: new ChunkTable(await requireBlob(blobs, previous.symbols.chunkTable, "chunk table")),
      segment: new Segment(await requireBlob(blobs, previous.symbols.chunkSegment, "chunk segment")),
    };
  } catch {
    return null;
  }
}

function copyFile(
  old: PreviousSymbols,
  before: number,
  file: number,
  symbols: SymbolRow[],
  chunks: ChunkRow[],
  kept: Int32Array,
): void {
  const symbolRange = old.symbols.ofFile(before);
  const shift = symbols.length - symbolRange.from;
  for (let symbol = symbolRange.from; symbol < symbolRange.to; symbol++)
    symbols.push({ ...old.symbols.row(symbol), file });
  const chunkRange = old.chunks.ofFile(before);
  for (let chunk = chunkRange.from; chunk < chunkRange.to; chunk++) {
    kept[chunk] = chunks.length;
    const symbol = old.chunks.symbols[chunk] ?? -1;
    chunks.push({
      file,
      start: old.chunks.starts[chunk] ?? 1,
      end: old.chunks.ends[chunk] ?? 1,
      symbol: symbol < 0 ? -1 : symbol + shift,
    });
  }
}
