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

  /** Symbols with this name in any case, at most `limit`, those written exactly so first. */
  named(name: string, limit = 100): number[] {
    const wanted = normalizeIdentifier(name);
    let low = 0;
    let high = this.#byName.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (normalizeIdentifier(this.name(this.#byName[middle] ?? 0)) < wanted) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let at = low; at < this.#byName.length && found.length < limit; at++) {
      const symbol = this.#byName[at] ?? 0;
      if (normalizeIdentifier(this.name(symbol)) !== wanted) break;
      found.push(symbol);
    }
    return found.sort((a, b) => Number(this.name(b) === name) - Number(this.name(a) === name) || a - b);
  }
}
