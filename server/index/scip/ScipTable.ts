import { SectionFile } from "../segment/SectionFile.ts";
import { StringColumn } from "../segment/stringColumn.ts";

export const SCIP_KIND = "scip";

/** Bit of `SymbolRole` of SCIP. */
const DEFINITION = 1;
/** `PositionEncoding` of SCIP. */
const UTF8 = 1;
const UTF32 = 3;

/** Local symbols are of one document each. */
export const localSymbol = (symbol: string, path: string): string =>
  symbol.startsWith("local ") ? `${symbol}\0${path}` : symbol;

/** An occurrence of a symbol: line from 0, columns in the encoding of the document. */
export interface ScipPlace {
  readonly document: number;
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly symbol: number;
  readonly isDefinition: boolean;
}

/** The occurrences of an uploaded SCIP index. */
export class ScipTable {
  readonly byteLength: number;
  readonly #paths: StringColumn;
  readonly #symbols: StringColumn;
  readonly #encodings: Buffer;
  readonly #starts: Uint32Array;
  readonly #lines: Uint32Array;
  readonly #from: Uint32Array;
  readonly #to: Uint32Array;
  readonly #symbolOf: Uint32Array;
  readonly #roles: Uint32Array;
  readonly #bySymbol: Uint32Array;
  readonly #implementing: Uint32Array;
  readonly #bases: Uint32Array;

  /** @throws DamagedIndexError */
  constructor(bytes: Buffer) {
    const file = new SectionFile(bytes, SCIP_KIND);
    this.byteLength = file.byteLength;
    this.#paths = new StringColumn(file, "paths");
    this.#symbols = new StringColumn(file, "symbols");
    this.#encodings = file.bytes("encodings");
    this.#starts = file.u32("starts");
    this.#lines = file.u32("lines");
    this.#from = file.u32("from");
    this.#to = file.u32("to");
    this.#symbolOf = file.u32("symbol.of");
    this.#roles = file.u32("roles");
    this.#bySymbol = file.u32("by.symbol");
    this.#implementing = file.u32("implementing");
    this.#bases = file.u32("bases");
  }

  /** The document of a path, or -1. */
  document(path: string): number {
    return Math.max(-1, this.#paths.search(path));
  }

  path(document: number): string {
    return this.#paths.at(document);
  }

  /** The number of a symbol, or -1. */
  symbolNumber(symbol: string): number {
    return Math.max(-1, this.#symbols.search(symbol));
  }

  symbol(number: number): string {
    return this.#symbols.at(number);
  }

  /** The numbers of the first symbols that start with a text. */
  *symbolsFrom(start: string, limit: number): Generator<number> {
    const index = this.#symbols.search(start);
    const from = index < 0 ? ~index : index;
    for (let number = from; number < Math.min(from + limit, this.#symbols.length); number++) {
      if (!this.#symbols.at(number).startsWith(start)) return;
      yield number;
    }
  }

  /** The occurrences of a document. */
  *occurrencesIn(document: number): Generator<ScipPlace> {
    for (let at = this.#starts[document] ?? 0; at < (this.#starts[document + 1] ?? 0); at++)
      yield this.#place(document, at);
  }

  /** All occurrences of a symbol, document by document. */
  *occurrencesOf(symbol: number): Generator<ScipPlace> {
    let low = 0;
    let high = this.#bySymbol.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#symbolOf[this.#bySymbol[middle] ?? 0] ?? 0) < symbol) low = middle + 1;
      else high = middle;
    }
    for (let at = low; at < this.#bySymbol.length; at++) {
      const occurrence = this.#bySymbol[at] ?? 0;
      if (this.#symbolOf[occurrence] !== symbol) return;
      yield this.#place(this.#documentOf(occurrence), occurrence);
    }
  }

  /** Symbols that implement one. */
  implementationsOf(symbol: number): number[] {
    const result: number[] = [];
    this.#bases.forEach((base, at) => {
      if (base === symbol) result.push(this.#implementing[at] ?? 0);
    });
    return result;
  }

  /** A column in UTF-16 units. @param text of the line */
  column(document: number, column: number, text: string): number {
    const encoding = this.#encodings[document];
    if (encoding === UTF8) return Buffer.from(text).subarray(0, column).toString("utf8").length;
    return encoding === UTF32 ? Array.from(text).slice(0, column).join("").length : column;
  }

  #documentOf(occurrence: number): number {
    let low = 0;
    let high = this.#starts.length - 2;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((this.#starts[middle] ?? 0) <= occurrence) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #place(document: number, at: number): ScipPlace {
    return {
      document,
      line: this.#lines[at] ?? 0,
      from: this.#from[at] ?? 0,
      to: this.#to[at] ?? 0,
      symbol: this.#symbolOf[at] ?? 0,
      isDefinition: ((this.#roles[at] ?? 0) & DEFINITION) !== 0,
    };
  }
}
