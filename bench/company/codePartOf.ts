/** The part of a repository's code in one layer, as a build that begins with nothing writes it. */
import type { CodeLayer, CodePart } from "../../server/index/manifest.ts";
import { ScopesWriter } from "../../server/index/tables/scopesPack.ts";
import type { Blobs } from "../../server/index/blobs/blobs.ts";
import { type ChunkRow, writeChunkTable } from "../../server/index/tables/chunkTable.ts";
import { type IndexedFile, writeFileTable } from "../../server/index/tables/fileTable.ts";
import { type SymbolRow, writeSymbolTable } from "../../server/index/tables/symbolTable.ts";

/** The numbers of a segment's fields. */
export const CODE_FIELDS = 4;
export const CHUNK_FIELDS = 5;
export const NAME_FIELDS = 3;

/** Rows of the tables, in the order of the documents of their segments. */
export class CodeRows {
  readonly files: IndexedFile[] = [];
  readonly symbols: SymbolRow[] = [];
  readonly chunks: ChunkRow[] = [];
}

export interface CodeSource {
  readonly number: number;
  /** Id of the repository. */
  readonly repository: string;
}

/** Encoded segments and text filters, and the hashes of the packs that have the texts. */
export interface CodeSegments {
  readonly code: Buffer;
  readonly chunks: Buffer;
  readonly names: Buffer;
  readonly filters: Buffer;
  readonly content: readonly string[];
}

/** Stores tables and segments. */
export async function codePartOf(
  { number, repository }: CodeSource,
  rows: CodeRows,
  segments: CodeSegments,
  blobs: Blobs,
): Promise<CodePart> {
  const files = rows.files.length;
  const layer: CodeLayer = {
    files,
    table: await blobs.put(writeFileTable(rows.files)),
    segment: await blobs.put(segments.code),
    content: [...segments.content],
    filters: await blobs.put(segments.filters),
    symbols: {
      table: await blobs.put(writeSymbolTable(rows.symbols, files)),
      chunkTable: await blobs.put(writeChunkTable(rows.chunks, files)),
      chunkSegment: await blobs.put(segments.chunks),
      nameSegment: await blobs.put(segments.names),
      scopes: await blobs.put(new ScopesWriter().finish(files)),
      symbols: rows.symbols.length,
      chunks: rows.chunks.length,
    },
  };
  return {
    source: repository,
    name: `repository-${number}`,
    commit: number.toString(16).padStart(40, "0"),
    builtAt: new Date().toISOString(),
    files,
    bytes: rows.files.reduce((sum, { size }) => sum + size, 0),
    skipped: { binary: 0, large: 0, overLimit: 0, missing: 0, ignored: 0 },
    branch: null,
    folders: [],
    view: null,
    layers: [layer],
  };
}
