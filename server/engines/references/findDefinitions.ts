import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import { identifierAt } from "./lexical/occurrences.ts";
import type { Definition } from "./lookup/Definition.ts";
import { LookupFiles } from "./lookup/LookupFiles.ts";
import { type PreciseIndexes, type PreciseSymbol, type UploadedIndex, preciseIndexesOf } from "./precise.ts";
import { fileDefinition } from "./lookup/ExportResolver.ts";
import { NameResolver } from "./lookup/NameResolver.ts";
import type { FilePlace } from "./imports/ModuleResolver.ts";

/** A place in a file of the index. Line and column count from 1, the column in UTF-16 units. */
export interface CodePosition {
  readonly source: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
}

/** The name at a position, and what it means. */
export interface NamedPlace {
  readonly names: NameResolver;
  readonly place: FilePlace;
  readonly name: string;
  /** Offset of the name. */
  readonly from: number;
  readonly definitions: readonly Definition[];
  /** Where an uploaded index knows the name. */
  readonly precise: { readonly indexes: PreciseIndexes; readonly symbol: PreciseSymbol } | null;
}

/**
 * The name at a position with its definitions, the likeliest first; null where there is no file or no name.
 * @param uploaded SCIP indexes of the project
 */
export async function definitionsOf(
  index: OpenedIndex,
  position: CodePosition,
  uploaded: readonly UploadedIndex[] = [],
): Promise<NamedPlace | null> {
  const files = new LookupFiles(index);
  const place = files.find(position.source, position.path);
  if (!place) return null;
  const { text, lines, language } = files.read(place);
  const start = lines.startOf(position.line);
  const offset = start + position.column - 1;
  const names = new NameResolver(files);
  const newline = text.indexOf("\n", start);
  if (offset > (newline < 0 ? text.length : newline)) return null;
  const indexes = preciseIndexesOf(files, uploaded, index);
  const symbol = indexes?.symbolAt(place, offset) ?? null;
  if (indexes && symbol) {
    const { name, from } = symbol;
    return { names, place, name, from, definitions: indexes.definitionsOf(symbol), precise: { indexes, symbol } };
  }
  const module = moduleAt(text.slice(start, newline < 0 ? text.length : newline), position.column - 1);
  if (module !== null) {
    const [target] = files.modules(place, module);
    if (target)
      return { names, place, name: module, from: offset, definitions: [fileDefinition(target)], precise: null };
  }
  const identifier = identifierAt(text, offset);
  if (!identifier || language.family === "prose" || language.family === "data") return null;
  return {
    names,
    place,
    ...identifier,
    definitions: await names.resolve(place, identifier.name, identifier.from),
    precise: null,
  };
}

/** The name of a module in quotes around a column: `from "./a"`, `require("./a")`, `#include "a.h"`. */
function moduleAt(line: string, column: number): string | null {
  for (const match of line.matchAll(
    /(?:\bfrom|\bimport|\brequire\w*|#\s*include|^\s*(?:[\w.]+\s+)?)\s*\(?\s*(["'<])([^"'<>\n]+)["'>]/g,
  )) {
    const module = match[2] ?? "";
    const at = match.index + match[0].lastIndexOf(module);
    if (column >= at && column <= at + module.length) return module;
  }
  return null;
}
