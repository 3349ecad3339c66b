import { partitionPoint } from "../binarySearch.ts";
import { joinColumn, joinStarts, mapColumn } from "../view/joinColumns.ts";
import { joinNames } from "../view/joinNames.ts";
import type { LayerView } from "../view/LayerView.ts";
import { SectionFile, writeSectionFile } from "../segment/SectionFile.ts";
import { normalizeIdentifier } from "../text/normalizeText.ts";
import { StringColumn, stringSections } from "../segment/stringColumn.ts";
import { type FoundSymbol, SYMBOL_KINDS, type SymbolKind } from "../text/symbols.ts";

const SYMBOLS_KIND = "symbols";

export interface SymbolRow extends FoundSymbol {
  /** Document number of the file. */
  readonly file: number;
}

/** `rows` ordered by file, then by line. */
export function writeSymbolTable(rows: readonly SymbolRow[], files: number): Buffer {
  const names = [...new Set(rows.flatMap((row) => [row.name, row.container]))].sort();
  const nameNumbers = new Map(names.map((name, index) => [name, index]));
  const starts = new Uint32Array(files + 1);
  for (const row of rows) starts[row.file + 1] = (starts[row.file + 1] ?? 0) + 1;
  for (let file = 0; file < files; file++) starts[file + 1] = (starts[file + 1] ?? 0) + (starts[file] ?? 0);
  const folded = rows.map((row) => normalizeIdentifier(row.name));
  const byName = Uint32Array.from(rows.keys()).sort((a, b) => {
    const left = folded[a] ?? "";
    const right = folded[b] ?? "";
    return left < right ? -1 : left > right ? 1 : a - b;
  });
  return writeSectionFile(SYMBOLS_KIND, {
    "file.starts": starts,
    files: Uint32Array.from(rows, (row) => row.file),
    names: Uint32Array.from(rows, (row) => nameNumbers.get(row.name) ?? 0),
    containers: Uint32Array.from(rows, (row) => nameNumbers.get(row.container) ?? 0),
    kinds: Uint8Array.from(rows, (row) => SYMBOL_KINDS.indexOf(row.kind)),
    starts: Uint32Array.from(rows, (row) => row.start),
    ends: Uint32Array.from(rows, (row) => row.end),
    "by.name": byName,
    ...stringSections("name", names),
  });
}

/** The symbols of one repository at one commit. */
export class SymbolTable {
  readonly length: number;
  readonly byteLength: number;
  /** Document number of the file of each symbol. */
  readonly files: Uint32Array;
  readonly #fileStarts: Uint32Array;
  readonly #names: Uint32Array;
  readonly #containers: Uint32Array;
  readonly #kinds: Buffer;
  readonly #starts: Uint32Array;
  readonly #ends: Uint32Array;
  readonly #byName: Uint32Array;
  readonly #texts: StringColumn;

  constructor(buffer: Buffer) {
    const container = new SectionFile(buffer, SYMBOLS_KIND);
    this.byteLength = container.byteLength;
    this.#fileStarts = container.u32("file.starts");
    this.files = container.u32("files");
    this.#names = container.u32("names");
    this.#containers = container.u32("containers");
    this.#kinds = container.bytes("kinds");
    this.#starts = container.u32("starts");
    this.#ends = container.u32("ends");
    this.#byName = container.u32("by.name");
    this.#texts = new StringColumn(container, "name");
    this.length = this.files.length;
  }

  /** The table of what a view shows of several. @param files the view of the files */
  static join(layers: readonly SymbolTable[], files: LayerView): Buffer {
    const view = SymbolTable.view(layers, files);
    const rows = view.documents;
    const places = layers.map(({ fileCount }, layer) => files.places(layer, fileCount));
    const names = joinNames(
      view,
      layers.map((layer) => ({ texts: layer.#texts, columns: [layer.#names, layer.#containers] })),
    );
    const numberOf = (name: number, layer: number): number => names.numbers[layer]?.[name] ?? 0;
    const joined = (columns: readonly Uint32Array[]): Uint32Array => joinColumn(view, columns, new Uint32Array(rows));
    const mapped = (columns: readonly Uint32Array[], map: (value: number, layer: number) => number): Uint32Array =>
      mapColumn(view, columns, new Uint32Array(rows), map);
    const namesOfRows = mapped(
      layers.map((layer) => layer.#names),
      numberOf,
    );
    return writeSectionFile(SYMBOLS_KIND, {
      "file.starts": joinStarts(
        files,
        layers.map((layer) => layer.#fileStarts),
      ),
      files: mapped(
        layers.map((layer) => layer.files),
        (file, layer) => places[layer]?.[file] ?? 0,
      ),
      names: namesOfRows,
      containers: mapped(
        layers.map((layer) => layer.#containers),
        numberOf,
      ),
      kinds: joinColumn<Uint8Array>(
        view,
        layers.map((layer) => layer.#kinds),
        new Uint8Array(rows),
      ),
      starts: joined(layers.map((layer) => layer.#starts)),
      ends: joined(layers.map((layer) => layer.#ends)),
      "by.name": mergeByName(SymbolTable.#ordersByName(layers, view), rows, (symbol) =>
        normalizeIdentifier(names.at(namesOfRows[symbol] ?? 0)),
      ),
      ...names.sections("name"),
    });
  }

  /** The symbols of each layer that the view shows, in the order of their names, by their numbers in the view. */
  static #ordersByName(layers: readonly SymbolTable[], view: LayerView): Uint32Array[] {
    return layers.map((layer, at) => {
      const places = view.places(at, layer.length);
      const order = Uint32Array.from(layer.#byName, (symbol) => places[symbol] ?? -1);
      return order.filter((symbol) => symbol < view.documents);
    });
  }

  /** The view of the symbols of the files that a view shows. */
  static view(layers: readonly SymbolTable[], files: LayerView): LayerView {
    return files.expand((layer, from, to) => ({
      from: layers[layer]?.ofFile(from).from ?? 0,
      to: layers[layer]?.ofFile(to).from ?? 0,
    }));
  }

  /** Files of the table, also those without symbols. */
  get fileCount(): number {
    return Math.max(0, this.#fileStarts.length - 1);
  }

  /** Document number of the file that contains a symbol. */
  file(symbol: number): number {
    return this.files[symbol] ?? 0;
  }

  /** Its first line, 1-based. */
  start(symbol: number): number {
    return this.#starts[symbol] ?? 1;
  }

  /** Its last line. */
  end(symbol: number): number {
    return this.#ends[symbol] ?? 1;
  }

  /** The names of symbols and of their containers, each once. */
  get names(): StringColumn {
    return this.#texts;
  }

  name(symbol: number): string {
    return this.#texts.at(this.#names[symbol] ?? 0);
  }

  kind(symbol: number): SymbolKind {
    return SYMBOL_KINDS[this.#kinds[symbol] ?? 0] ?? "other";
  }

  row(symbol: number): SymbolRow {
    return {
      file: this.files[symbol] ?? 0,
      name: this.name(symbol),
      kind: this.kind(symbol),
      start: this.#starts[symbol] ?? 1,
      end: this.#ends[symbol] ?? 1,
      container: this.#texts.at(this.#containers[symbol] ?? 0),
    };
  }

  /** First symbol of a file and the one after its last. */
  ofFile(file: number): { from: number; to: number } {
    return { from: this.#fileStarts[file] ?? 0, to: this.#fileStarts[file + 1] ?? 0 };
  }

  /**
   * Symbols with exactly this name, in the order of their files.
   * @param container of the symbols; any when it is left out
   */
  exactly(name: string, limit: number, container?: string): number[] {
    const folded = normalizeIdentifier(name);
    const first = partitionPoint(
      0,
      this.#byName.length,
      (at) => normalizeIdentifier(this.name(this.#byName[at] ?? 0)) < folded,
    );
    // Names repeat: each is read once.
    const texts = new Map<number, string>();
    const textOf = (number: number): string => {
      let text = texts.get(number);
      if (text === undefined) texts.set(number, (text = this.#texts.at(number)));
      return text;
    };
    const result: number[] = [];
    for (let at = first; at < this.#byName.length && result.length < limit; at++) {
      const symbol = this.#byName[at] ?? 0;
      const text = textOf(this.#names[symbol] ?? 0);
      if (text !== name && normalizeIdentifier(text) !== folded) break;
      if (text === name && (container === undefined || textOf(this.#containers[symbol] ?? 0) === container))
        result.push(symbol);
    }
    return result;
  }

  /** Symbols with this name in any case, at most `limit`, those written exactly so first. */
  named(name: string, limit = 100): number[] {
    const folded = normalizeIdentifier(name);
    const first = partitionPoint(
      0,
      this.#byName.length,
      (at) => normalizeIdentifier(this.name(this.#byName[at] ?? 0)) < folded,
    );
    const result: number[] = [];
    for (let at = first; at < this.#byName.length && result.length < limit; at++) {
      const symbol = this.#byName[at] ?? 0;
      if (normalizeIdentifier(this.name(symbol)) !== folded) break;
      result.push(symbol);
    }
    return result.sort((a, b) => Number(this.name(b) === name) - Number(this.name(a) === name) || a - b);
  }
}

/** Merges ordered lists of symbols: each short one into the first, with few comparisons where it is much shorter. */
function mergeByName(lists: readonly Uint32Array[], rows: number, nameOf: (symbol: number) => string): Uint32Array {
  let [merged = new Uint32Array(0)] = lists;
  for (const list of lists.slice(1)) {
    const out = new Uint32Array(merged.length + list.length);
    let from = 0;
    let length = 0;
    for (const symbol of list) {
      const name = nameOf(symbol);
      const end = positionOf(merged, from, (other) => {
        const otherName = nameOf(other);
        return otherName < name || (otherName === name && other < symbol);
      });
      out.set(merged.subarray(from, end), length);
      length += end - from;
      from = end;
      out[length++] = symbol;
    }
    out.set(merged.subarray(from), length);
    merged = out;
  }
  return merged.length === rows ? merged : merged.slice(0, rows);
}

/** The first position from `from` on whose symbol is not before; steps double, so that near positions are found at once. */
function positionOf(list: Uint32Array, from: number, isBefore: (symbol: number) => boolean): number {
  let step = 1;
  let low = from;
  let high = from;
  while (high < list.length && isBefore(list[high] ?? 0)) {
    low = high + 1;
    high += step;
    step *= 2;
  }
  return partitionPoint(low, Math.min(high, list.length), (at) => isBefore(list[at] ?? 0));
}
