import { GrowableU32 } from "../segment/growableBuffers.ts";
import { writeSectionFile } from "../segment/SectionFile.ts";
import { stringSections } from "../segment/stringColumn.ts";
import { SCIP_KIND, localSymbol } from "./ScipTable.ts";
import { ScipError } from "./WireReader.ts";

interface ScipOccurrence {
  /** From 0, as in SCIP. */
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly symbol: string;
  readonly roles: number;
}

/** Collects the occurrences of an index, document by document. */
export class ScipTableWriter {
  readonly #paths: string[] = [];
  readonly #encodings: number[] = [];
  readonly #starts = new GrowableU32();
  readonly #lines = new GrowableU32();
  readonly #from = new GrowableU32();
  readonly #to = new GrowableU32();
  readonly #symbolOf = new GrowableU32();
  readonly #roles = new GrowableU32();
  readonly #symbols = new Map<string, number>();
  readonly #names = new Set<string>();
  readonly #implementing = new GrowableU32();
  readonly #bases = new GrowableU32();

  get documents(): number {
    return this.#paths.length;
  }

  get occurrences(): number {
    return this.#lines.length;
  }

  get symbols(): number {
    return this.#symbols.size;
  }

  /** @throws ScipError for a second document of the same path */
  startDocument(path: string, encoding: number): void {
    if (this.#names.has(path)) throw new ScipError("twice", { path });
    this.#names.add(path);
    this.#paths.push(path);
    this.#encodings.push(encoding);
    this.#starts.push(this.#lines.length);
  }

  addOccurrence({ line, start, end, symbol, roles }: ScipOccurrence): void {
    this.#lines.push(line);
    this.#from.push(start);
    this.#to.push(end);
    this.#symbolOf.push(this.#numberOf(symbol));
    this.#roles.push(roles % 2 ** 32);
  }

  addImplementation(symbol: string, base: string): void {
    this.#implementing.push(this.#numberOf(symbol));
    this.#bases.push(this.#numberOf(base));
  }

  #numberOf(symbol: string): number {
    const name = localSymbol(symbol, this.#paths.at(-1) ?? "");
    let number = this.#symbols.get(name);
    if (number === undefined) this.#symbols.set(name, (number = this.#symbols.size));
    return number;
  }

  finish(): Buffer {
    this.#starts.push(this.#lines.length);
    const starts = this.#starts.view();
    const texts = [...this.#symbols.keys()];
    // Symbols and documents in the order of their bytes, to be found by binary search.
    const bySymbol = orderOf(texts);
    const byPath = orderOf(this.#paths);
    const numbers = new Uint32Array(texts.length);
    bySymbol.forEach((old, position) => (numbers[old] = position));
    const order = byPath.flatMap((document) => range(starts[document] ?? 0, starts[document + 1] ?? 0));
    const column = (values: Uint32Array): Uint32Array => Uint32Array.from(order, (at) => values[at] ?? 0);
    const symbolOf = Uint32Array.from(order, (at) => numbers[this.#symbolOf.data[at] ?? 0] ?? 0);
    const newStarts = new Uint32Array(byPath.length + 1);
    byPath.forEach((document, position) => {
      newStarts[position + 1] = (newStarts[position] ?? 0) + (starts[document + 1] ?? 0) - (starts[document] ?? 0);
    });
    const places = Uint32Array.from(symbolOf.keys()).sort((a, b) => (symbolOf[a] ?? 0) - (symbolOf[b] ?? 0) || a - b);
    return writeSectionFile(SCIP_KIND, {
      ...stringSections(
        "paths",
        byPath.map((document) => this.#paths[document] ?? ""),
      ),
      ...stringSections(
        "symbols",
        bySymbol.map((old) => texts[old] ?? ""),
      ),
      encodings: Uint8Array.from(byPath, (document) => this.#encodings[document] ?? 0),
      starts: newStarts,
      lines: column(this.#lines.view()),
      from: column(this.#from.view()),
      to: column(this.#to.view()),
      "symbol.of": symbolOf,
      roles: column(this.#roles.view()),
      "by.symbol": places,
      implementing: this.#implementing.view().map((old) => numbers[old] ?? 0),
      bases: this.#bases.view().map((old) => numbers[old] ?? 0),
    });
  }
}

function orderOf(texts: readonly string[]): number[] {
  const bytes = texts.map((text) => Buffer.from(text));
  return [...texts.keys()].sort((a, b) => (bytes[a] ?? EMPTY).compare(bytes[b] ?? EMPTY));
}

const EMPTY = Buffer.alloc(0);

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);
