/** Answers from uploaded SCIP indexes, for files whose text is the one that they were made of. */
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { ScipPlace, ScipTable } from "../../index/scip/ScipTable.ts";
import { classOf } from "./constructors.ts";
import type { FilePlace } from "./imports/ModuleResolver.ts";
import type { Definition } from "./lookup/Definition.ts";
import type { LookupFiles } from "./lookup/LookupFiles.ts";

/** The uploaded index of a repository. */
export interface UploadedIndex {
  readonly source: string;
  /** The commit that it was made of. */
  readonly revision: string;
  readonly table: ScipTable;
}

/** Occurrences of a document that are compared with its text. */
const MAX_COMPARED_OCCURRENCES = 5000;
const MAX_OCCURRENCES = 5000;

/** A symbol at a position, as an uploaded index has it. */
export interface PreciseSymbol {
  readonly symbol: string;
  readonly name: string;
  /** Offset of the name. */
  readonly from: number;
}

/** Where a symbol occurs in a file of the index. */
export interface PrecisePlace {
  readonly place: FilePlace;
  readonly from: number;
  readonly to: number;
  readonly isDefinition: boolean;
  /** The index says that an object is made there, however it is written. */
  readonly isConstruction: boolean;
}

/** The uploaded indexes of a project. */
export class PreciseIndexes {
  readonly #files: LookupFiles;
  readonly #uploaded: readonly UploadedIndex[];
  readonly #lines = new Map<string, readonly number[]>();
  readonly #valid = new Map<string, boolean>();

  constructor(files: LookupFiles, uploaded: readonly UploadedIndex[]) {
    this.#files = files;
    this.#uploaded = uploaded;
  }

  /** Null where no uploaded index has a symbol there, or the file has changed since. */
  symbolAt(place: FilePlace, offset: number): PreciseSymbol | null {
    const { path, code, text, lines } = this.#files.read(place);
    for (const upload of this.#uploaded) {
      if (upload.source !== code.part.source) continue;
      const document = upload.table.document(path);
      if (document < 0 || !this.#isUnchanged(upload, document, place)) continue;
      const line = lines.lineOf(offset) - 1;
      for (const occurrence of upload.table.occurrencesIn(document)) {
        if (occurrence.line !== line) continue;
        const range = this.#range(upload.table, occurrence, place);
        if (range && range.from <= offset && offset <= range.to)
          return {
            symbol: upload.table.symbol(occurrence.symbol),
            name: text.slice(range.from, range.to),
            from: range.from,
          };
      }
    }
    return null;
  }

  /**
   * Where a symbol occurs in files whose text is the one of their index, each place once. A class and its constructors are one question: most
   * indexers give `new X()` the symbol of the constructor alone.
   */
  occurrencesOf(symbol: string): PrecisePlace[] {
    const byFile = new Map<string, Map<string, PrecisePlace>>();
    let count = 0;
    for (const occurrence of this.#placesOf(this.#joinedWith(symbol))) {
      const file = `${occurrence.place.repository}:${occurrence.place.file}`;
      let places = byFile.get(file);
      if (!places) byFile.set(file, (places = new Map()));
      const key = `${occurrence.from}:${occurrence.to}`;
      const previous = places.get(key);
      if (++count > MAX_OCCURRENCES) break;
      places.set(key, {
        ...occurrence,
        isDefinition: occurrence.isDefinition || previous?.isDefinition === true,
        isConstruction: occurrence.isConstruction || previous?.isConstruction === true,
      });
    }
    return [...byFile.values()].flatMap((places) => [...places.values()].sort((a, b) => a.from - b.from));
  }

  /** The definitions of a symbol; those of the class for a constructor that is not in the code. */
  definitionsOf({ symbol, name }: PreciseSymbol): Definition[] {
    const definitions = this.#definedAt(symbol, name);
    const classSymbol = classOf(symbol)?.symbol ?? symbol;
    return definitions.length > 0 || classSymbol === symbol ? definitions : this.#definedAt(classSymbol, name);
  }

  /** Definitions of the first symbols that implement one, or implement the class that it constructs. @param limit symbols */
  implementationsOf(symbol: string, limit: number): Definition[] {
    const bases = new Set([symbol, classOf(symbol)?.symbol ?? symbol]);
    const symbols = this.#uploaded.flatMap(({ table }) =>
      [...bases].flatMap((base) => {
        const number = table.symbolNumber(base);
        return number < 0 ? [] : table.implementationsOf(number).map((other) => table.symbol(other));
      }),
    );
    return symbols
      .slice(0, limit)
      .flatMap((implementation) =>
        this.definitionsOf({ symbol: implementation, name: descriptorName(implementation), from: 0 }),
      );
  }

  #definedAt(symbol: string, name: string): Definition[] {
    const places = new Map<string, PrecisePlace>();
    let count = 0;
    for (const occurrence of this.#placesOf([symbol])) {
      if (++count > MAX_OCCURRENCES) break;
      if (occurrence.isDefinition)
        places.set(`${occurrence.place.repository}:${occurrence.place.file}:${occurrence.from}`, occurrence);
    }
    return [...places.values()].map((occurrence) => this.#definition(occurrence, name, symbol));
  }

  /** A symbol, or all of its class and its constructors that an index has. */
  #joinedWith(symbol: string): ReadonlySet<string> {
    const constructed = classOf(symbol);
    if (!constructed) return new Set([symbol]);
    const symbols = new Set([constructed.symbol]);
    for (const { table } of this.#uploaded)
      for (const start of constructed.constructors)
        for (const number of table.symbolsFrom(start, MAX_OCCURRENCES)) {
          const symbol = table.symbol(number);
          // Parameters of a constructor start alike.
          if (classOf(symbol)?.symbol === constructed.symbol) symbols.add(symbol);
        }
    return symbols;
  }

  *#placesOf(symbols: Iterable<string>): Generator<PrecisePlace> {
    for (const symbol of symbols) {
      const constructed = classOf(symbol);
      const isConstructor = constructed !== null && constructed.symbol !== symbol;
      for (const upload of this.#uploaded) {
        const number = upload.table.symbolNumber(symbol);
        if (number < 0) continue;
        for (const occurrence of upload.table.occurrencesOf(number)) {
          const place = this.#files.find(upload.source, upload.table.path(occurrence.document));
          if (!place || !this.#isUnchanged(upload, occurrence.document, place)) continue;
          const range = this.#range(upload.table, occurrence, place);
          const { isDefinition } = occurrence;
          if (range) yield { place, ...range, isDefinition, isConstruction: isConstructor && !isDefinition };
        }
      }
    }
  }

  #definition({ place, from, to }: PrecisePlace, name: string, symbol: string): Definition {
    const { text, lines, code } = this.#files.read(place);
    const table = code.symbols?.table;
    const line = lines.lineOf(from);
    const written = text.slice(from, to);
    let row = -1;
    if (table) {
      const range = table.ofFile(place.file);
      for (let at = range.from; at < range.to && row < 0; at++)
        if (
          table.name(at) === written &&
          table.start(at) <= line &&
          table.end(at) >= line &&
          line - table.start(at) < 10
        )
          row = at;
    }
    return {
      place,
      name: written === "" ? name : written,
      from,
      kind: symbol.startsWith("local ") ? "local" : "top",
      symbol: row,
      container: row >= 0 && table ? table.row(row).container : "",
      scopeFrom: 0,
      scopeTo: text.length,
      evidence: "index",
    };
  }

  /** The offsets of an occurrence; null for one beyond the end of the text or of its line, which any upload can have. */
  #range(
    table: ScipTable,
    { document, line, from, to }: ScipPlace,
    place: FilePlace,
  ): { readonly from: number; readonly to: number } | null {
    const { text } = this.#files.read(place);
    const key = `${place.repository}:${place.file}`;
    let starts = this.#lines.get(key);
    if (!starts) this.#lines.set(key, (starts = startsOf(text)));
    const start = starts[line];
    if (start === undefined) return null;
    const lineText = text.slice(start, starts[line + 1] ?? text.length);
    const range = {
      from: start + table.column(document, from, lineText),
      to: start + table.column(document, to, lineText),
    };
    return range.to <= start + lineText.length ? range : null;
  }

  /**
   * Whether a file still has the text that the index was made of: it is of the same commit, or every definition is where the index has it.
   */
  #isUnchanged({ source, revision, table }: UploadedIndex, document: number, place: FilePlace): boolean {
    const { code, text } = this.#files.read(place);
    if (code.part.commit === revision) return true;
    const key = `${source}\n${document}`;
    let isValid = this.#valid.get(key);
    if (isValid === undefined) {
      isValid = this.#matchesText(table, document, place, text);
      this.#valid.set(key, isValid);
    }
    return isValid;
  }

  #matchesText(table: ScipTable, document: number, place: FilePlace, text: string): boolean {
    const names = new Map<number, string>();
    let compared = 0;
    for (const occurrence of table.occurrencesIn(document)) {
      if (++compared > MAX_COMPARED_OCCURRENCES) break;
      const range = this.#range(table, occurrence, place);
      if (!range) return false;
      const { from, to } = range;
      const written = text.slice(from, to);
      if (written.includes("\n")) return false;
      const name = descriptorName(table.symbol(occurrence.symbol));
      if (occurrence.isDefinition && IDENTIFIER.test(name) && IDENTIFIER.test(written) && written !== name)
        return false;
      // A local symbol is written alike everywhere.
      const previous = names.get(occurrence.symbol);
      if (previous === undefined) names.set(occurrence.symbol, written);
      else if (previous !== written && name === "") return false;
      if (from < to && written.trim() === "") return false;
    }
    return compared > 0;
  }
}

const IDENTIFIER = /^[\p{L}_$#][\p{L}\p{Nd}_$]*$/u;

function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The name in the last descriptor of a symbol: `foo` of `… src/a.ts/foo().`; empty for a local one. */
export function descriptorName(symbol: string): string {
  if (symbol.startsWith("local ")) return "";
  const match = /(?:`((?:[^`]|``)+)`|([\w$+-]+))(?:\([^()]*\)\.|[.#:!/]|\(\)|\]|\))?$/.exec(symbol);
  return match?.[1]?.replaceAll("``", "`") ?? match?.[2] ?? "";
}

/** @param index of the tables' project */
export const preciseIndexesOf = (
  files: LookupFiles,
  uploaded: readonly UploadedIndex[],
  index: OpenedIndex,
): PreciseIndexes | null => {
  const ours = uploaded.filter(({ source }) => index.code.some(({ part }) => part.source === source));
  return ours.length === 0 ? null : new PreciseIndexes(files, ours);
};
