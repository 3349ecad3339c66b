import { letterMask, nameLetters } from "../../../contract/matching/nameLetters.ts";
import type { StringColumn } from "../../index/segment/stringColumn.ts";
import { memoize } from "../../memoize.ts";

/** The names of one column of a table as the matcher reads them. Name `n` is in `letters` from `offsets[n]` to `offsets[n + 1]`. */
export interface NameColumn {
  readonly letters: Uint8Array;
  readonly offsets: Uint32Array;
  /** The letters that occur in each name, see `letterMask`. */
  readonly masks: Int32Array;
  /** For paths: the same of the part after the last slash. */
  readonly baseMasks: Int32Array | null;
}

const SLASH = 47;

/** The names of a column. Names in ASCII are read where the index has them; a column with other letters is copied without accents. */
export const nameColumn = memoize((column: StringColumn) => columnOf(column, "name"));

/** The same for a column of paths. */
export const pathColumn = memoize((column: StringColumn) => columnOf(column, "path"));

function columnOf(column: StringColumn, kind: "path" | "name"): NameColumn {
  if (isAscii(column.bytes)) return withMasks(column.bytes, column.offsets, kind);
  const { letters, offsets } = copyOf(column);
  return withMasks(letters, offsets, kind);
}

/** The same for names that no index has. */
export function nameColumnOf(names: readonly string[], kind: "path" | "name" = "name"): NameColumn {
  const { letters, offsets } = joined(names.map(nameLetters));
  return withMasks(letters, offsets, kind);
}

function withMasks(letters: Uint8Array, offsets: Uint32Array, kind: "path" | "name"): NameColumn {
  const length = Math.max(0, offsets.length - 1);
  const masks = new Int32Array(length);
  const baseMasks = kind === "path" ? new Int32Array(length) : null;
  for (let at = 0; at < length; at++) {
    const from = offsets[at] ?? 0;
    const to = offsets[at + 1] ?? from;
    masks[at] = letterMask(letters, from, to);
    if (!baseMasks) continue;
    let base = to;
    while (base > from && letters[base - 1] !== SLASH) base--;
    baseMasks[at] = letterMask(letters, base, to);
  }
  return { letters, offsets, masks, baseMasks };
}

function isAscii(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] ?? 0) >= 128) return false;
  return true;
}

const copyOf = (column: StringColumn): { letters: Uint8Array; offsets: Uint32Array } =>
  joined(Array.from({ length: column.length }, (_, at) => nameLetters(column.at(at))));

function joined(names: readonly Uint8Array[]): { letters: Uint8Array; offsets: Uint32Array } {
  const offsets = new Uint32Array(names.length + 1);
  names.forEach((name, at) => {
    offsets[at + 1] = (offsets[at] ?? 0) + name.length;
  });
  const letters = new Uint8Array(offsets[names.length] ?? 0);
  names.forEach((name, at) => letters.set(name, offsets[at]));
  return { letters, offsets };
}
