import { SectionFile, type SectionData, writeSectionFile } from "../segment/SectionFile.ts";
import { StringColumn, StringColumnWriter } from "../segment/stringColumn.ts";

const REQUESTS_KIND = "requests";
const STATES = ["closed", "open", "merged"] as const;
export type RequestState = (typeof STATES)[number];

/** One pull or merge request as it is handed to the index. Times are milliseconds since 1970. */
export interface IndexedRequest {
  readonly id: string;
  /** As people write it: `#12`, `!12`. */
  readonly key: string;
  /** How the address of its page names it. */
  readonly address: string;
  /** Id of the source in the project. */
  readonly source: string;
  readonly title: string;
  readonly body: string;
  /** The text of all reviews and comments, one after the other. */
  readonly comments: string;
  readonly state: RequestState;
  readonly labels: readonly string[];
  /** A login. */
  readonly author: string | null;
  /** Logins of those who reviewed it or are asked to. */
  readonly reviewers: readonly string[];
  readonly url: string | null;
  readonly updatedAt: number;
  readonly mergedAt: number | null;
}

const TEXTS = ["id", "key", "address", "source", "title", "author", "reviewers", "url", "labels"] as const;
type TextName = (typeof TEXTS)[number];
/** Between the entries of a list in one string: the unit separator, which no label holds. */
const UNIT = "\u001f";

/** Takes requests in any order; a row's place is the request's document number. Texts are in the content pack. */
export class RequestTableWriter {
  readonly #times: Record<"updated" | "merged", number[]> = { updated: [], merged: [] };
  readonly #states: number[] = [];
  readonly #texts = TEXTS.map((name) => ({ name, column: new StringColumnWriter() }));

  get length(): number {
    return this.#states.length;
  }

  add(row: IndexedRequest): void {
    this.#times.updated.push(row.updatedAt);
    this.#times.merged.push(row.mergedAt ?? NaN);
    this.#states.push(STATES.indexOf(row.state));
    const texts: Record<TextName, string> = {
      ...row,
      author: row.author ?? "",
      url: row.url ?? "",
      labels: row.labels.join(UNIT),
      reviewers: row.reviewers.join(UNIT),
    };
    for (const { name, column } of this.#texts) column.add(texts[name]);
  }

  finish(): Buffer {
    const sections: Record<string, SectionData> = { states: Uint8Array.from(this.#states) };
    for (const [name, times] of Object.entries(this.#times)) sections[name] = Float64Array.from(times);
    for (const { name, column } of this.#texts) Object.assign(sections, column.sections(name));
    return writeSectionFile(REQUESTS_KIND, sections);
  }
}

/** The requests of a project, by document number. */
export class RequestTable {
  readonly length: number;
  readonly byteLength: number;
  readonly #updated: Float64Array;
  readonly #merged: Float64Array;
  readonly #states: Buffer;
  readonly #texts: ReadonlyMap<TextName, StringColumn>;
  readonly titles: StringColumn;
  #byKey: Map<string, number[]> | null = null;

  constructor(buffer: Buffer) {
    const container = new SectionFile(buffer, REQUESTS_KIND);
    this.byteLength = container.byteLength;
    this.#updated = container.f64("updated");
    this.#merged = container.f64("merged");
    this.#states = container.bytes("states");
    this.#texts = new Map(TEXTS.map((name) => [name, new StringColumn(container, name)]));
    this.titles = new StringColumn(container, "title");
    this.length = this.#updated.length;
  }

  text(request: number, name: Exclude<TextName, "labels" | "reviewers">): string {
    return this.#texts.get(name)?.at(request) ?? "";
  }

  labels(request: number): string[] {
    return listOf(this.#texts.get("labels")?.at(request));
  }

  reviewers(request: number): string[] {
    return listOf(this.#texts.get("reviewers")?.at(request));
  }

  source(request: number): string {
    return this.text(request, "source");
  }

  author(request: number): string | null {
    return this.text(request, "author") || null;
  }

  state(request: number): RequestState {
    return STATES[this.#states[request] ?? 0] ?? "closed";
  }

  updatedAt(request: number): number {
    return this.#updated[request] ?? 0;
  }

  /** Null for one that is not merged. */
  mergedAt(request: number): number | null {
    const at = this.#merged[request];
    return at === undefined || Number.isNaN(at) ? null : at;
  }

  /** Requests whose key is `text`; a bare number finds `#12` and `!12` alike. */
  withKey(text: string): readonly number[] {
    this.#byKey ??= this.#keys();
    return this.#byKey.get(text.toLowerCase()) ?? [];
  }

  #keys(): Map<string, number[]> {
    const keys = new Map<string, number[]>();
    for (let request = 0; request < this.length; request++) {
      const key = this.text(request, "key").toLowerCase();
      const number = /(\d+)$/.exec(key)?.[1];
      for (const form of new Set([key, ...(number ? [number] : [])])) {
        const same = keys.get(form);
        if (same) same.push(request);
        else keys.set(form, [request]);
      }
    }
    return keys;
  }
}

const listOf = (text = ""): string[] => (text === "" ? [] : text.split(UNIT));
