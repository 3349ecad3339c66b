import { SectionFile, writeSectionFile } from "../segment/SectionFile.ts";
import type { LayerView } from "../view/LayerView.ts";
import { joinColumn, joinStarts, mapColumn } from "../view/joinColumns.ts";

const CHUNKS_KIND = "chunks";

export interface ChunkRow {
  /** Document number of the file. */
  readonly file: number;
  readonly start: number;
  readonly end: number;
  /** Row in the symbol table, or -1. */
  readonly symbol: number;
}

/** `rows` ordered by file, then by line; a row's place is the chunk's document number in the chunk segment. */
export function writeChunkTable(rows: readonly ChunkRow[], files: number): Buffer {
  const starts = new Uint32Array(files + 1);
  for (const row of rows) starts[row.file + 1] = (starts[row.file + 1] ?? 0) + 1;
  for (let file = 0; file < files; file++) starts[file + 1] = (starts[file + 1] ?? 0) + (starts[file] ?? 0);
  return writeSectionFile(CHUNKS_KIND, {
    "file.starts": starts,
    files: Uint32Array.from(rows, (row) => row.file),
    starts: Uint32Array.from(rows, (row) => row.start),
    ends: Uint32Array.from(rows, (row) => row.end),
    symbols: Int32Array.from(rows, (row) => row.symbol),
  });
}

export class ChunkTable {
  readonly length: number;
  readonly byteLength: number;
  /** Document number of the file of each chunk. */
  readonly files: Uint32Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Row in the symbol table, or -1. */
  readonly symbols: Int32Array;
  readonly #fileStarts: Uint32Array;

  constructor(buffer: Buffer) {
    const container = new SectionFile(buffer, CHUNKS_KIND);
    this.byteLength = container.byteLength;
    this.files = container.u32("files");
    this.starts = container.u32("starts");
    this.ends = container.u32("ends");
    this.symbols = container.i32("symbols");
    this.#fileStarts = container.u32("file.starts");
    this.length = this.files.length;
  }

  /**
   * The table of what a view shows of several.
   * @param files the view of the files
   * @param symbolOf the number of a layer's symbol in the joined table of symbols
   */
  static join(
    layers: readonly ChunkTable[],
    files: LayerView,
    symbolOf: (layer: number, symbol: number) => number,
  ): Buffer {
    const view = ChunkTable.view(layers, files);
    const rows = view.documents;
    const places = layers.map(({ fileCount }, layer) => files.places(layer, fileCount));
    return writeSectionFile(CHUNKS_KIND, {
      "file.starts": joinStarts(
        files,
        layers.map((layer) => layer.#fileStarts),
      ),
      files: mapColumn(
        view,
        layers.map((layer) => layer.files),
        new Uint32Array(rows),
        (file, layer) => places[layer]?.[file] ?? 0,
      ),
      starts: joinColumn(
        view,
        layers.map((layer) => layer.starts),
        new Uint32Array(rows),
      ),
      ends: joinColumn(
        view,
        layers.map((layer) => layer.ends),
        new Uint32Array(rows),
      ),
      symbols: mapColumn(
        view,
        layers.map((layer) => layer.symbols),
        new Int32Array(rows),
        (symbol, layer) => (symbol < 0 ? -1 : symbolOf(layer, symbol)),
      ),
    });
  }

  /** The view of the chunks of the files that a view shows. */
  static view(layers: readonly ChunkTable[], files: LayerView): LayerView {
    return files.expand((layer, from, to) => ({
      from: layers[layer]?.ofFile(from).from ?? 0,
      to: layers[layer]?.ofFile(to).from ?? 0,
    }));
  }

  /** Files of the table, also those without chunks. */
  get fileCount(): number {
    return Math.max(0, this.#fileStarts.length - 1);
  }

  /** First chunk of a file and the one after its last. */
  ofFile(file: number): { from: number; to: number } {
    return { from: this.#fileStarts[file] ?? 0, to: this.#fileStarts[file + 1] ?? 0 };
  }
}
