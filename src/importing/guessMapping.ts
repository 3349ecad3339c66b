/** What the columns of a file probably are: by the names of an export that is known, else by words in English and Turkish. */
import {
  FIELDS_OF_KIND,
  type ImportField,
  type ImportKindName,
  LIST_FIELDS,
  type MappedState,
} from "../../contract/importRules.ts";
import type { ImportMapping } from "../../contract/imports.ts";
import { type PresetName, presetOf } from "./presets.ts";

/** Names in lower case without marks and accents, the likeliest first. */
const NAMES: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  id: ["id", "issue id", "ticket id", "no", "kayit no", "numara", "talep no", "is no", "bug id", "iid", "number", "nr"],
  key: ["key", "issue key", "anahtar"],
  number: ["number", "iid", "numara", "no"],
  title: ["title", "summary", "subject", "name", "baslik", "konu", "ozet", "ad"],
  body: ["body", "description", "text", "content", "details", "aciklama", "metin", "icerik", "tanim", "detay"],
  state: ["state", "status", "durum", "statu"],
  author: [
    "author",
    "reporter",
    "creator",
    "created by",
    "opened by",
    "requester",
    "yazar",
    "bildiren",
    "olusturan",
    "acan",
    "talep eden",
  ],
  assignees: ["assignee", "assignees", "assigned to", "owner", "atanan", "sorumlu", "atanan kisi", "ilgili kisi"],
  labels: ["labels", "label", "tags", "tag", "keywords", "etiketler", "etiket", "anahtar kelimeler"],
  created_at: [
    "created",
    "created at",
    "creation date",
    "date created",
    "opened",
    "open date",
    "created date",
    "olusturma tarihi",
    "olusturulma",
    "olusturulma tarihi",
    "acilis tarihi",
    "acilma tarihi",
    "tarih",
    "date",
  ],
  updated_at: [
    "updated",
    "updated at",
    "modified",
    "last modified",
    "changed",
    "last updated",
    "guncelleme",
    "guncellenme",
    "guncelleme tarihi",
    "guncellenme tarihi",
    "son guncelleme",
    "degistirilme",
  ],
  closed_at: [
    "closed",
    "closed at",
    "resolved",
    "resolution date",
    "completed",
    "kapanis tarihi",
    "kapanma tarihi",
    "kapatilma",
    "cozum tarihi",
    "tamamlanma",
  ],
  merged_at: ["merged", "merged at", "birlestirme tarihi", "birlestirilme"],
  due_on: ["due", "due date", "deadline", "due on", "bitis tarihi", "son tarih", "termin", "vade"],
  comments: ["comments", "comment", "notes", "yorumlar", "yorum", "notlar"],
  type: ["type", "issue type", "tracker", "tur", "tip", "is tipi"],
  priority: ["priority", "severity", "oncelik", "onem"],
  resolution: ["resolution", "cozum"],
  milestones: [
    "milestone",
    "milestones",
    "fix version",
    "target version",
    "version",
    "kilometre tasi",
    "surum",
    "hedef surum",
  ],
  components: ["component", "components", "category", "module", "bilesen", "bilesenler", "kategori", "modul"],
  source_branch: ["source branch", "head", "kaynak dal"],
  target_branch: ["target branch", "base", "hedef dal"],
  parent_id: ["parent", "parent id", "ust sayfa", "ust kayit"],
  url: ["url", "link", "web url", "html url", "adres", "baglanti"],
};

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
    const found = preset.columns.filter(([column, field]) => columns.includes(column) && fields.includes(field));
    return { columns: found.map(([column, field]) => ({ column, field })), preset: preset.name };
  }
  const taken = new Set<string>();
  const guessed: { column: string; field: ImportField }[] = [];
  for (const field of fields) {
    const names = NAMES[field] ?? [];
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
  const found = stored.columns.filter(({ column }) => columns.includes(column));
  const has = (field: ImportField): boolean => found.some((one) => one.field === field);
  return has("id") && has("title") ? found : null;
}

/** One field for a column; a field that has one value leaves its other column. */
export function withColumn(
  columns: ImportMapping["columns"],
  column: string,
  field: ImportField | null,
): ImportMapping["columns"] {
  const isList = field !== null && LIST_FIELDS.includes(field);
  const others = columns.filter((one) => one.column !== column && (isList || one.field !== field));
  return field === null ? others : [...others, { column, field }];
}

const MERGED = /^(?:merged|birlestirildi)$/;
const CLOSED =
  /^(?:closed?|done|resolved|fixed|complete[d]?|cancell?ed|wont ?fix|won t (?:fix|do)|duplicate|verified|rejected|invalid|released|archived|true|1|kapali|kapandi|kapatildi|cozuldu|cozumlendi|tamamlandi|bitti|iptal(?: edildi)?|reddedildi|yayinlandi)$/;

/** What a value of the state probably means. */
export function guessState(value: string, kind: ImportKindName): MappedState {
  const name = plainName(value);
  if (MERGED.test(name)) return kind === "request" ? "merged" : "closed";
  return CLOSED.test(name) ? "closed" : "open";
}
