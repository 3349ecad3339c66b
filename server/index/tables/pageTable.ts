import type { PageKind } from "../../../contract/documents/pageKinds.ts";
import { PAGE_KINDS } from "../../../contract/documents/pageKinds.ts";
import { SectionFile, type SectionData, writeSectionFile } from "../segment/SectionFile.ts";
import { StringColumn, stringSections } from "../segment/stringColumn.ts";

const PAGES_KIND = "pages";

/** One wiki page as it is handed to the index. Times are milliseconds since 1970. */
export interface IndexedPage {
  readonly id: string;
  /** Id of the wiki in the project. */
  readonly source: string;
  readonly title: string;
  /** Titles of the pages above it, the topmost first. */
  readonly ancestors: readonly string[];
  /** Key of its space, as in the wiki's addresses. */
  readonly space: string;
  readonly kind: PageKind;
  /** Markdown. */
  readonly body: string;
  /** Comments on the page, which are searched with it. */
  readonly comments: readonly string[];
  readonly labels: readonly string[];
  readonly author: string | null;
  readonly url: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A page without its texts, which are in the content pack: a body of `bodyLength` characters, and the comments after it. */
export interface PageTableRow extends Omit<IndexedPage, "body" | "comments"> {
  readonly bodyLength: number;
}

const TEXTS = ["id", "source", "title", "ancestors", "space", "labels", "author", "url"] as const;
/** Between the entries of a list in one string: the unit separator, which no title holds. */
const UNIT = "\u001f";

/** `rows` in any order; a row's place is the page's document number. */
export function writePageTable(rows: readonly PageTableRow[]): Buffer {
  const texts: Record<(typeof TEXTS)[number], (row: PageTableRow) => string> = {
    id: (row) => row.id,
    source: (row) => row.source,
    title: (row) => row.title,
    ancestors: (row) => row.ancestors.join(UNIT),
    space: (row) => row.space,
    labels: (row) => row.labels.join(UNIT),
    author: (row) => row.author ?? "",
    url: (row) => row.url,
  };
  const sections: Record<string, SectionData> = {
    created: Float64Array.from(rows, (row) => row.createdAt),
    updated: Float64Array.from(rows, (row) => row.updatedAt),
    bodies: Uint32Array.from(rows, (row) => row.bodyLength),
    kinds: Uint32Array.from(rows, (row) => PAGE_KINDS.indexOf(row.kind)),
  };
  for (const name of TEXTS) Object.assign(sections, stringSections(name, rows.map(texts[name])));
  return writeSectionFile(PAGES_KIND, sections);
}

/** The wiki pages of a project, by document number. */
export class PageTable {
  readonly length: number;
  readonly byteLength: number;
  readonly #created: Float64Array;
  readonly #updated: Float64Array;
  readonly #bodies: Uint32Array;
  readonly #kinds: Uint32Array;
  readonly #texts: Readonly<Record<(typeof TEXTS)[number], StringColumn>>;

  constructor(buffer: Buffer) {
    const container = new SectionFile(buffer, PAGES_KIND);
    this.byteLength = container.byteLength;
    this.#created = container.f64("created");
    this.#updated = container.f64("updated");
    this.#bodies = container.u32("bodies");
    this.#kinds = container.u32("kinds");
    const text = (name: string): StringColumn => new StringColumn(container, name);
    this.#texts = {
      id: text("id"),
      source: text("source"),
      title: text("title"),
      ancestors: text("ancestors"),
      space: text("space"),
      labels: text("labels"),
      author: text("author"),
      url: text("url"),
    };
    this.length = this.#created.length;
  }

  /** Everything but the texts. */
  row(page: number): Omit<IndexedPage, "body" | "comments"> {
    const text = (name: (typeof TEXTS)[number]): string => this.#texts[name].at(page);
    return {
      id: text("id"),
      source: text("source"),
      title: text("title"),
      ancestors: listOf(text("ancestors")),
      space: text("space"),
      labels: listOf(text("labels")),
      author: this.author(page),
      url: text("url"),
      kind: this.kind(page),
      createdAt: this.createdAt(page),
      updatedAt: this.updatedAt(page),
    };
  }

  id(page: number): string {
    return this.#texts.id.at(page);
  }

  /** The page with this id; undefined before it is indexed. */
  withId(id: string): number | undefined {
    return this.#texts.id.find(id);
  }

  /** Characters of the item in the content pack that are the page's body. */
  bodyLength(page: number): number {
    return this.#bodies[page] ?? 0;
  }

  kind(page: number): PageKind {
    return PAGE_KINDS[this.#kinds[page] ?? 0] ?? "page";
  }

  createdAt(page: number): number {
    return this.#created[page] ?? 0;
  }

  source(page: number): string {
    return this.#texts.source.at(page);
  }

  get titles(): StringColumn {
    return this.#texts.title;
  }

  title(page: number): string {
    return this.#texts.title.at(page);
  }

  author(page: number): string | null {
    return this.#texts.author.at(page) || null;
  }

  updatedAt(page: number): number {
    return this.#updated[page] ?? 0;
  }
}

const listOf = (text: string): string[] => (text === "" ? [] : text.split(UNIT));
