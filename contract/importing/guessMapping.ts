/** What the columns of a file probably are: by the names of an export that is known, else by words in English, Turkish, German, French and Spanish. */
import {
  FIELDS_OF_KIND,
  type ImportField,
  type ImportKindName,
  LIST_FIELDS,
  type MappedState,
} from "../sources/importRules.ts";
import type { ImportMapping } from "../sources/imports.ts";
import { COLUMN_NAMES } from "./columnNames.ts";
import { type PresetName, presetOf } from "./presets.ts";

/** A name in lower case, with words that one blank separates, and without accents. */
export const plainName = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .replaceAll("İ", "i")
    .toLowerCase()
    .replaceAll("ı", "i")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** `labels[].name` is called `labels`, and `author.login` is called `author`. */
const calledNames = (column: string): string[] => [
  plainName(column),
  plainName(column.replace(/(?:\[\])?\.(?:name|login|title|body|displayName|username)$/, "")),
];

export interface Guess {
  readonly columns: ImportMapping["columns"];
  /** The export that it is; null for one that is not known. */
  readonly preset: PresetName | null;
}

export function guessColumns(columns: readonly string[], kind: ImportKindName): Guess {
  const fields = FIELDS_OF_KIND[kind];
  const preset = kind === "page" ? null : presetOf(columns);
  if (preset) {
    const matching = preset.columns.filter(([column, field]) => columns.includes(column) && fields.includes(field));
    return { columns: matching.map(([column, field]) => ({ column, field })), preset: preset.name };
  }
  const taken = new Set<string>();
  const guessed: { column: string; field: ImportField }[] = [];
  for (const field of fields) {
    const names = COLUMN_NAMES[field] ?? [];
    const candidates = columns
      .map((column) => ({ column, rank: Math.min(...calledNames(column).map((name) => rankOf(names, name))) }))
      .filter(({ column, rank }) => rank < Infinity && !taken.has(column))
      .toSorted((a, b) => a.rank - b.rank);
    const [best] = candidates;
    if (!best) continue;
    taken.add(best.column);
    guessed.push({ column: best.column, field });
  }
  return { columns: guessed, preset: null };
}

const rankOf = (names: readonly string[], name: string): number => {
  const at = names.indexOf(name);
  return at === -1 ? Infinity : at;
};

/** A mapping that was stored, as far as the file has its columns; null where it lacks those that an item needs. */
export function storedColumns(stored: ImportMapping, columns: readonly string[]): ImportMapping["columns"] | null {
  const matching = stored.columns.filter(({ column }) => columns.includes(column));
  const has = (field: ImportField): boolean => matching.some((mapped) => mapped.field === field);
  return has("id") && has("title") ? matching : null;
}

/** One field for a column; a field that has one value leaves its other column. */
export function withColumn(
  columns: ImportMapping["columns"],
  column: string,
  field: ImportField | null,
): ImportMapping["columns"] {
  const isList = field !== null && LIST_FIELDS.includes(field);
  const others = columns.filter((mapped) => mapped.column !== column && (isList || mapped.field !== field));
  return field === null ? others : [...others, { column, field }];
}

const MERGED = /^(?:merged|birlestirildi|zusammengefuhrt|fusionne|fusionado)$/;
const CLOSED =
  /^(?:closed?|done|resolved|fixed|complete[d]?|cancell?ed|wont ?fix|won t (?:fix|do)|duplicate|verified|rejected|invalid|released|archived|true|1|kapali|kapandi|kapatildi|cozuldu|cozumlendi|tamamlandi|bitti|iptal(?: edildi)?|reddedildi|yayinlandi|geschlossen|erledigt|gelost|fertig|abgeschlossen|abgelehnt|ferme|resolu|termine|rejete|cerrado|resuelto|terminado|rechazado)$/;

/** What a value of the state probably means. */
export function guessState(value: string, kind: ImportKindName): MappedState {
  const name = plainName(value);
  if (MERGED.test(name)) return kind === "request" ? "merged" : "closed";
  return CLOSED.test(name) ? "closed" : "open";
}
