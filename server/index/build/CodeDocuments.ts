import type { TreeEntry } from "../../git/readObjects.ts";
import { ContentPackWriter } from "../segment/contentPack.ts";
import { Segment } from "../segment/segment.ts";
import { mergeSegments } from "../segment/segmentMerge.ts";
import { SegmentWriter } from "../segment/segmentWriter.ts";
import { TextFilterWriter, type TextFilters } from "../segment/textFilters.ts";
import type { FileRow, FileTable } from "../tables/fileTable.ts";
import { fileKindOf, looksBinary, looksGenerated } from "../text/fileKind.ts";
import { languageOf } from "../text/languages.ts";
import { CODE_FIELDS, addCodeDocument, isCut } from "./codeDocument.ts";

/** What is reused of the part that was built last time. */
export interface PreviousCode {
  readonly table: FileTable;
  readonly segment: Segment;
  readonly filters: TextFilters;
  readonly packs: readonly string[];
}

/** The files of one commit as documents of a segment, those of the previous part copied. */
export class CodeDocuments {
  readonly rows: FileRow[] = [];
  readonly filters = new TextFilterWriter();
  /** The texts of the files that were read now. */
  readonly pack = new ContentPackWriter();
  readonly #old: PreviousCode | null;
  readonly #skipped: { binary: number; missing: number };
  readonly #writer = new SegmentWriter(CODE_FIELDS.length);
  /** Old document → new document. */
  readonly #places: Int32Array;
  /** New documents that were analysed now, in the writer's order. */
  readonly #fresh: number[] = [];
  #bytes = 0;

  /** @param skipped counts of what is left out */
  constructor(old: PreviousCode | null, skipped: { binary: number; missing: number }) {
    this.#old = old;
    this.#skipped = skipped;
    this.#places = new Int32Array(old?.table.length ?? 0).fill(-1);
  }

  /** Of all texts. */
  get bytes(): number {
    return this.#bytes;
  }

  get hasFresh(): boolean {
    return this.#fresh.length > 0;
  }

  /** Whether the previous part has this file with the same bytes. */
  has(entry: TreeEntry): boolean {
    return this.#oldDocument(entry) >= 0;
  }

  /** Copies a file of the previous part. @returns false when it has to be read */
  copy(entry: TreeEntry): boolean {
    const before = this.#oldDocument(entry);
    if (!this.#old || before < 0) return false;
    this.#places[before] = this.rows.length;
    this.rows.push(this.#old.table.row(before));
    this.filters.copy(this.#old.filters, before);
    this.#bytes += entry.size;
    return true;
  }

  /** @param bytes null when git does not have them */
  add(entry: TreeEntry, bytes: Buffer | null): void {
    if (bytes === null) {
      this.#skipped.missing++;
      return;
    }
    if (looksBinary(bytes)) {
      this.#skipped.binary++;
      return;
    }
    const { path } = entry;
    const text = bytes.toString("utf8");
    const language = languageOf(path);
    const byPath = fileKindOf(path);
    const kind = byPath !== "generated" && byPath !== "vendored" && looksGenerated(text) ? "generated" : byPath;
    addCodeDocument(this.#writer, { path, text, language, kind });
    this.filters.add(text, isCut(kind, bytes.length));
    this.#fresh.push(this.rows.length);
    const item = this.pack.add(Buffer.from(bytes));
    const pack = this.#old?.packs.length ?? 0;
    this.rows.push({ ...entry, lines: countLines(text), language: language?.name ?? "", kind, pack, item });
    this.#bytes += bytes.length;
  }

  segment(): Buffer {
    const fresh = this.#writer.finish();
    if (!this.#old) return fresh;
    const parts = [
      { segment: this.#old.segment, places: this.#places },
      { segment: new Segment(fresh), places: Int32Array.from(this.#fresh) },
    ];
    return mergeSegments(parts, this.rows.length, CODE_FIELDS.length);
  }

  #oldDocument({ path, oid }: TreeEntry): number {
    const document = this.#old?.table.find(path) ?? -1;
    return document >= 0 && this.#old?.table.oid(document) === oid ? document : -1;
  }
}

function countLines(text: string): number {
  let lines = text.length === 0 || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
