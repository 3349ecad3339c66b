import { joinColumn, joinStrings, mapColumn } from "../view/joinColumns.ts";
import type { LayerView } from "../view/LayerView.ts";
import { SectionFile, type SectionData, writeSectionFile } from "../segment/SectionFile.ts";
import { FILE_KINDS, type FileKind } from "../text/fileKind.ts";
import { HashedNames } from "./HashedNames.ts";
import { StringColumn, stringSections } from "../segment/stringColumn.ts";

const FILES_KIND = "files";

/** One indexed file. */
export interface IndexedFile {
  readonly path: string;
  /** Blob id in hex. */
  readonly oid: string;
  /** Bytes. */
  readonly size: number;
  readonly lines: number;
  /** Name of the language, or empty. */
  readonly language: string;
  readonly kind: FileKind;
  /** Which content pack of the part holds the text, and where in it. */
  readonly pack: number;
  readonly item: number;
}

/** `rows` in the byte order of their paths; a row's place is the file's document number in the code segment. */
export function writeFileTable(rows: readonly IndexedFile[]): Buffer {
  const languages = [...new Set(rows.map((row) => row.language))].sort();
  const column = (value: (row: IndexedFile) => number): Uint32Array => Uint32Array.from(rows, value);
  const sections: Record<string, SectionData> = {
    ...stringSections(
      "paths",
      rows.map((row) => row.path),
    ),
    ...stringSections("languages", languages),
    oids: Buffer.from(rows.map((row) => row.oid).join(""), "hex"),
    sizes: column((row) => row.size),
    lines: column((row) => row.lines),
    language: Uint16Array.from(rows, (row) => languages.indexOf(row.language)),
    kinds: Uint8Array.from(rows, (row) => FILE_KINDS.indexOf(row.kind)),
    packs: column((row) => row.pack),
    items: column((row) => row.item),
  };
  return writeSectionFile(FILES_KIND, sections);
}

/** The files of one repository at one commit, by document number. */
export class FileTable {
  readonly length: number;
  readonly byteLength: number;
  readonly sizes: Uint32Array;
  readonly lines: Uint32Array;
  readonly packs: Uint32Array;
  readonly items: Uint32Array;
  readonly #paths: StringColumn;
  readonly #languages: StringColumn;
  readonly #language: Uint16Array;
  readonly #kinds: Buffer;
  readonly #oids: Buffer;
  #byName: HashedNames | null = null;
  #bySpelling: HashedNames | null = null;
  #entries: HashedNames | null = null;

  constructor(buffer: Buffer) {
    const container = new SectionFile(buffer, FILES_KIND);
    this.byteLength = container.byteLength;
    this.#paths = new StringColumn(container, "paths");
    this.#languages = new StringColumn(container, "languages");
    this.length = this.#paths.length;
    this.sizes = container.u32("sizes");
    this.lines = container.u32("lines");
    this.packs = container.u32("packs");
    this.items = container.u32("items");
    this.#language = container.u16("language");
    this.#kinds = container.bytes("kinds");
    this.#oids = container.bytes("oids");
  }

  /**
   * The table of what a view shows of several.
   * @param packs number of the first content pack of each layer
   */
  static join(layers: readonly FileTable[], view: LayerView, packs: readonly number[]): Buffer {
    const { documents } = view;
    const languages = [...new Set(layers.flatMap((layer) => [...layer.#usedLanguages()]))].sort();
    const numbers = layers.map((layer) =>
      Array.from({ length: layer.#languages.length }, (_, at) => languages.indexOf(layer.#languages.at(at))),
    );
    const width = Math.max(0, ...layers.map((layer) => layer.#oidBytes));
    const columnsOf = <T>(column: (layer: FileTable) => T): T[] => layers.map(column);
    return writeSectionFile(FILES_KIND, {
      ...joinStrings(
        "paths",
        view,
        columnsOf((layer) => layer.#paths),
      ),
      ...stringSections("languages", languages),
      oids: joinColumn<Uint8Array>(
        view,
        columnsOf((layer) => layer.#oids),
        Buffer.alloc(documents * width),
        width,
      ),
      sizes: joinColumn(
        view,
        columnsOf((layer) => layer.sizes),
        new Uint32Array(documents),
      ),
      lines: joinColumn(
        view,
        columnsOf((layer) => layer.lines),
        new Uint32Array(documents),
      ),
      language: mapColumn(
        view,
        columnsOf((layer) => layer.#language),
        new Uint16Array(documents),
        (value, layer) => Math.max(0, numbers[layer]?.[value] ?? 0),
      ),
      kinds: joinColumn<Uint8Array>(
        view,
        columnsOf((layer) => layer.#kinds),
        new Uint8Array(documents),
      ),
      packs: mapColumn(
        view,
        columnsOf((layer) => layer.packs),
        new Uint32Array(documents),
        (pack, layer) => pack + (packs[layer] ?? 0),
      ),
      items: joinColumn(
        view,
        columnsOf((layer) => layer.items),
        new Uint32Array(documents),
      ),
    });
  }

  *#usedLanguages(): Generator<string> {
    for (let at = 0; at < this.#languages.length; at++) yield this.#languages.at(at);
  }

  get #oidBytes(): number {
    return this.length === 0 ? 0 : this.#oids.length / this.length;
  }

  /** All paths, for a search that decodes few of them. */
  get paths(): StringColumn {
    return this.#paths;
  }

  path(file: number): string {
    return this.#paths.at(file);
  }

  language(file: number): string {
    return this.#languages.at(this.#language[file] ?? 0);
  }

  kind(file: number): FileKind {
    return FILE_KINDS[this.#kinds[file] ?? 0] ?? "other";
  }

  oid(file: number): string {
    const width = this.#oidBytes;
    return this.#oids.toString("hex", file * width, (file + 1) * width);
  }

  row(file: number): IndexedFile {
    return {
      path: this.path(file),
      oid: this.oid(file),
      size: this.sizes[file] ?? 0,
      lines: this.lines[file] ?? 0,
      language: this.language(file),
      kind: this.kind(file),
      pack: this.packs[file] ?? 0,
      item: this.items[file] ?? 0,
    };
  }

  /** The file at exactly this path, or -1. */
  find(path: string): number {
    return Math.max(-1, this.#paths.search(path));
  }

  /** Files with this name (the part after the last slash), compared in lower case. @param limit files that are looked for */
  named(name: string, limit = Infinity): readonly number[] {
    this.#byName ??= new HashedNames(this.length, (file) => nameOf(this.path(file)));
    return this.#byName.with(name.toLowerCase(), limit);
  }

  /** The only file with this name; -1 where there is none or more than one. */
  onlyNamed(name: string): number {
    const [only = -1, second] = this.named(name, 2);
    return second === undefined ? only : -1;
  }

  /** Files whose name, without its ending and anything but letters and digits, is `letters` (in lower case). */
  spelled(letters: string): readonly number[] {
    this.#bySpelling ??= new HashedNames(this.length, (file) => spellingOf(this.path(file)));
    return this.#bySpelling.with(letters.replaceAll(/[^\p{L}\p{N}]/gu, ""));
  }

  /** Files of code that a folder with this name (in lower case) is entered by: `index`, `mod`, `main` … */
  entriesOf(folder: string): readonly number[] {
    this.#entries ??= new HashedNames(this.length, (file) => {
      const path = this.path(file);
      return this.kind(file) === "code" && ENTRY_NAMES.includes(spellingOf(path)) ? folderOf(path) : "";
    });
    if (folder === "") return [];
    const rankOf = (file: number): number => ENTRY_NAMES.indexOf(spellingOf(this.path(file)));
    return this.#entries.with(folder).sort((a, b) => rankOf(a) - rankOf(b) || a - b);
  }

  /** Files whose path ends with `path` at a folder boundary, compared in lower case. */
  endingWith(path: string): number[] {
    const suffix = path.toLowerCase().replace(/^\.?\//, "");
    return this.named(suffix.slice(suffix.lastIndexOf("/") + 1)).filter((file) =>
      `/${this.path(file).toLowerCase()}`.endsWith(`/${suffix}`),
    );
  }
}

/** Files that a folder or package is entered by, the usual ones first. */
const ENTRY_NAMES: readonly string[] = ["index", "mod", "init", "main", "lib"];

const folderOf = (path: string): string => (path.split("/").at(-2) ?? "").toLowerCase();

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).toLowerCase();

function spellingOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.indexOf(".", 1);
  return (dot < 0 ? name : name.slice(0, dot)).toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
