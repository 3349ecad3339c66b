/** Sends the items of a file in batches. The same file again changes nothing, and one that was interrupted continues. */
import { IMPORT_LIMITS } from "../../contract/sources/importRules.ts";
import type { ImportBatch, ImportItem, ImportMapping, ImportResult } from "../../contract/sources/imports.ts";
import { itemOfRecord, type ImportFault } from "../../contract/importing/itemOfRecord.ts";
import type { ImportFile } from "../../contract/importing/openImportFile.ts";
import type { ImportRecord } from "../../contract/importing/records.ts";

/** The server takes bodies of one megabyte. */
const MAX_BATCH_BYTES = 900_000;
/** A batch that the server cannot take at the moment is sent again. */
const RETRIES = 8;
const RETRY_MS = 1000;
const MAX_WAIT_MS = 15_000;
/** Refused records that are kept with their cells. */
const MAX_REFUSED = 50_000;

export interface ImportCounts {
  readonly new: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly older: number;
}

export interface RefusedRecord {
  readonly record: ImportRecord;
  readonly faults: readonly ImportFault[];
}

export interface ImportProgress {
  /** Records of the file that were handled. */
  readonly records: number;
  readonly counts: ImportCounts;
  readonly refused: readonly RefusedRecord[];
  /** Refused records, also those beyond the ones that are kept. */
  readonly refusedCount: number;
  /** Records that an earlier import had sent. */
  readonly skipped: number;
}

/** Why a batch was not stored. */
export interface BatchRefusal {
  /** HTTP status; null without an answer. */
  readonly status: number | null;
  readonly text: string;
  /** Reasons by the path of a field, `items -> 3 -> title`. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}
export type SendBatch = (
  batch: ImportBatch,
) => Promise<
  { readonly data: ImportResult; readonly error: null } | { readonly data: null; readonly error: BatchRefusal }
>;

/** The import has ended before its end; what was sent before is stored. */
export class ImportStopped extends Error {
  override readonly name = "ImportStopped";
  readonly progress: ImportProgress;
  /** Null: cancelled by the user. */
  readonly refusal: BatchRefusal | null;
  constructor(progress: ImportProgress, refusal: BatchRefusal | null) {
    super("The import has stopped.");
    this.progress = progress;
    this.refusal = refusal;
  }
}

export interface SendOptions {
  readonly mapping: ImportMapping;
  readonly isOwnFormat: boolean;
  readonly send: SendBatch;
  /** The cursor that is stored. */
  readonly cursor: string | null;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly sleep?: (ms: number) => Promise<void>;
}

/** FNV-1a of 32 bits. */
function digest(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return hash >>> 0;
}

/** What an import of this file with this mapping is recognised by. */
const nameOf = ({ name, size, lastModified }: ImportFile, mapping: ImportMapping): string =>
  `app ${digest(name)} ${size} ${lastModified} ${digest(JSON.stringify(mapping))}`;

/** Records of the file that an interrupted import has sent, by the cursor that it stored. */
export function sentBefore(file: ImportFile, mapping: ImportMapping, cursor: string | null): number {
  const [name, count] = (cursor ?? "").split("\n");
  return name === nameOf(file, mapping) ? Number(count) || 0 : 0;
}

const REFUSED_ITEM = /^items -> (\d+)(?: -> (.+))?$/;
const isPassing = (status: number | null): boolean => status === null || status === 429 || status >= 500;
const defaultSleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Entry {
  readonly item: ImportItem;
  readonly record: ImportRecord;
}

/** @throws ImportStopped; UnreadableFile */
export async function sendFile(file: ImportFile, options: SendOptions): Promise<ImportProgress> {
  return new FileSender(file, options).run();
}

class FileSender {
  readonly #file: ImportFile;
  readonly #options: SendOptions;
  readonly #name: string;
  readonly #skipped: number;
  readonly #refused: RefusedRecord[] = [];
  readonly #places = new Map<string, number>();
  #refusedCount = 0;
  #records = 0;
  #counts: ImportCounts = { new: 0, changed: 0, unchanged: 0, older: 0 };
  #batch: Entry[] = [];
  #bytes = 0;

  constructor(file: ImportFile, options: SendOptions) {
    this.#file = file;
    this.#options = options;
    this.#name = nameOf(file, options.mapping);
    this.#skipped = sentBefore(file, options.mapping, options.cursor);
  }

  async run(): Promise<ImportProgress> {
    const encoder = new TextEncoder();
    for await (const record of this.#file.records()) {
      this.#requireRunning();
      const item = this.#itemOf(record);
      const bytes = item === null ? 0 : encoder.encode(JSON.stringify(item)).length + 1;
      if (bytes > MAX_BATCH_BYTES)
        this.#refuse(record, [{ place: record.place, column: null, code: "long", value: "" }]);
      else if (item) {
        if (this.#batch.length >= IMPORT_LIMITS.batchItems || this.#bytes + bytes > MAX_BATCH_BYTES)
          await this.#flush();
        this.#batch.push({ item, record });
        this.#bytes += bytes;
      }
      this.#records += 1;
    }
    await this.#flush();
    // A finished import has no place to continue at: the same file is then sent as a whole, and changes nothing.
    await this.#store({ items: [], cursor: null });
    return this.#progress();
  }

  /** Null for a record that is refused, or was sent before. */
  #itemOf(record: ImportRecord): ImportItem | null {
    const { mapping, isOwnFormat } = this.#options;
    const { item, faults } = itemOfRecord(record, mapping, isOwnFormat);
    if (item === null) {
      this.#refuse(record, faults);
      return null;
    }
    const name = `${item.kind} ${item.id}`;
    const place = this.#places.get(name);
    if (place !== undefined) {
      this.#refuse(record, [{ place: record.place, column: null, code: "repeated", value: String(place) }]);
      return null;
    }
    this.#places.set(name, record.place);
    return this.#records < this.#skipped ? null : item;
  }

  #refuse(record: ImportRecord, faults: readonly ImportFault[]): void {
    this.#refusedCount += 1;
    if (this.#refused.length < MAX_REFUSED) this.#refused.push({ record, faults });
  }

  async #flush(): Promise<void> {
    let entries = this.#batch;
    this.#batch = [];
    this.#bytes = 0;
    const cursor = `${this.#name}\n${this.#records}`;
    while (entries.length > 0) {
      const refused = await this.#store({ items: entries.map(({ item }) => item), cursor });
      if (refused === null) break;
      for (const [at, reasons] of refused) {
        const entry = entries[at];
        if (entry)
          this.#refuse(
            entry.record,
            reasons.map((value) => ({ place: entry.record.place, column: null, code: "server", value })),
          );
      }
      entries = entries.filter((_, at) => !refused.has(at));
    }
    this.#options.onProgress?.(this.#progress());
  }

  /** @returns reasons by the place of an item, where the server refuses some; null where the batch is stored */
  async #store(batch: ImportBatch): Promise<ReadonlyMap<number, string[]> | null> {
    const { send, sleep = defaultSleep } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      this.#requireRunning();
      const { data, error } = await send(batch);
      if (error === null) {
        this.#counts = {
          new: this.#counts.new + data.new,
          changed: this.#counts.changed + data.changed,
          unchanged: this.#counts.unchanged + data.unchanged,
          older: this.#counts.older + data.older,
        };
        return null;
      }
      this.#requireRunning();
      const refused = error.status === 400 ? refusedItems(error) : null;
      if (refused && refused.size > 0) return refused;
      if (!isPassing(error.status) || attempt >= RETRIES) throw new ImportStopped(this.#progress(), error);
      await sleep(Math.min(MAX_WAIT_MS, RETRY_MS * 2 ** attempt));
    }
  }

  #requireRunning(): void {
    if (this.#options.signal?.aborted === true) throw new ImportStopped(this.#progress(), null);
  }

  #progress(): ImportProgress {
    return {
      records: this.#records,
      counts: this.#counts,
      refused: [...this.#refused],
      refusedCount: this.#refusedCount,
      skipped: this.#skipped,
    };
  }
}

function refusedItems({ fields }: BatchRefusal): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const [path, reasons] of Object.entries(fields)) {
    const [, at, field] = REFUSED_ITEM.exec(path) ?? [];
    if (at === undefined) continue;
    const texts = reasons.map(
      (reason) => `${field ?? ""}: ${reason.slice(reason.startsWith(`${path}: `) ? path.length + 2 : 0)}`,
    );
    found.set(Number(at), [...(found.get(Number(at)) ?? []), ...texts.map((text) => text.replace(/^: /, ""))]);
  }
  return found;
}
