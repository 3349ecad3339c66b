import { type CodePart, type Manifest, blobsOf, emptyManifest, symbolsOf } from "../../index/manifest.ts";
import type { Blobs } from "../../index/blobs/blobs.ts";
import { readFileTable, readSymbols } from "../../index/layers/readTables.ts";
import type { FileTable } from "../../index/tables/fileTable.ts";
import type { SymbolTable } from "../../index/tables/symbolTable.ts";

/** A name of the code, with the one file of a repository that defines it. */
export interface DefinedSymbol {
  readonly sourceId: string;
  readonly name: string;
  readonly path: string;
}

interface OpenPart {
  readonly sourceId: string;
  readonly files: FileTable;
  readonly symbols: SymbolTable;
}

const WORD = /[A-Za-z_$][\w$]*/g;
/** A compound such as `readFile` or `read_file`: a single word could be prose. */
const COMPOUND = /[a-z\d][A-Z]|\w_\w/;
const MIN_NAME_LENGTH = 5;
const MAX_NAME_LENGTH = 200;
const MAX_SYMBOLS = 200;
const MAX_DEFINITIONS = 20;

/** Finds the symbols of a project's code that a text names, by the same rule as Documents. */
export class SymbolFinder {
  readonly #parts: readonly OpenPart[];
  readonly #symbols = new Map<string, readonly DefinedSymbol[]>();

  private constructor(parts: readonly OpenPart[]) {
    this.#parts = parts;
  }

  /** Skips repositories whose symbols are missing or unreadable: their own sync builds them and links again. */
  static async open(blobs: Blobs, { code }: Manifest): Promise<SymbolFinder> {
    const parts: OpenPart[] = [];
    for (const part of code) {
      const opened = await openPart(blobs, part);
      if (opened) parts.push(opened);
    }
    return new SymbolFinder(parts);
  }

  /** Compound names that a single file of a repository defines. */
  find(text: string): readonly DefinedSymbol[] {
    if (this.#parts.length === 0) return [];
    const names = new Set<string>();
    for (const [word] of text.matchAll(WORD)) {
      if (word.length >= MIN_NAME_LENGTH && word.length <= MAX_NAME_LENGTH && COMPOUND.test(word)) names.add(word);
    }
    const symbols: DefinedSymbol[] = [];
    for (const name of names) {
      symbols.push(...this.#definersOf(name));
      if (symbols.length >= MAX_SYMBOLS) break;
    }
    return symbols;
  }

  #definersOf(name: string): readonly DefinedSymbol[] {
    let symbols = this.#symbols.get(name);
    if (!symbols) {
      symbols = this.#parts.flatMap(({ sourceId, files, symbols }) => {
        const rows = symbols.named(name, MAX_DEFINITIONS);
        const [first] = rows;
        if (first === undefined || symbols.name(first) !== name) return [];
        const places = new Set(rows.map((row) => symbols.file(row)));
        const [file = 0] = places;
        return places.size === 1 ? [{ sourceId, name, path: files.path(file) }] : [];
      });
      this.#symbols.set(name, symbols);
    }
    return symbols;
  }
}

async function openPart(blobs: Blobs, part: CodePart): Promise<OpenPart | null> {
  if (symbolsOf(part) === null) return null;
  for (const hash of blobsOf({ ...emptyManifest(), code: [part] })) if (!(await blobs.has(hash))) return null;
  const { files, view } = await readFileTable(blobs, part);
  const symbols = await readSymbols(blobs, part, view);
  return symbols && { sourceId: part.source, files, symbols };
}
