import { type OpenedPages, textOfPage } from "../../index/OpenedIndex.ts";
import { type CollectionEntry, type DocumentCollection, type PageDocument, sortEntries } from "./DocumentCollection.ts";

/** A title as one name of a path: the slash in `TCP/IP` parts no folders. */
const pathName = (title: string): string => title.replaceAll("%", "%25").replaceAll("/", "%2F") || "%";

/** The pages of one wiki: spaces, and in them pages below pages. Where there is one space only, it is the wiki itself and no folder in it. */
export class WikiCollection implements DocumentCollection {
  readonly kind = "wiki";
  readonly source: string;
  readonly length: number;
  readonly opened: OpenedPages;
  readonly #documents: number[] = [];
  readonly #paths = new Map<number, string>();
  readonly #byPath = new Map<string, number>();
  /** Names directly in each folder. */
  readonly #children = new Map<string, Set<string>>([["", new Set()]]);
  /** Documents below each folder and page. */
  readonly #below = new Map<string, number>();
  #pages: readonly PageDocument[] | null = null;

  constructor(opened: OpenedPages, source: string) {
    this.opened = opened;
    this.source = source;
    const ours = Array.from({ length: opened.table.length }, (_, page) => page).filter(
      (page) => opened.table.source(page) === source,
    );
    const hasSpaces = new Set(ours.map((page) => opened.table.row(page).space)).size > 1;
    for (const page of ours) this.#add(page, hasSpaces);
    this.length = this.#documents.length;
  }

  get updatedAt(): number | null {
    const times = this.#documents.map((page) => this.opened.table.updatedAt(page));
    return times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b));
  }

  list(folder: string): CollectionEntry[] | null {
    const children = this.#children.get(folder);
    if (!children) return this.#byPath.has(folder) ? [] : null;
    return sortEntries(
      Array.from(children, (path): CollectionEntry => {
        const page = this.#byPath.get(path);
        return {
          // A blog post has its day before its title, as in its path.
          name:
            page === undefined || this.opened.table.kind(page) === "blog_post"
              ? decodeName(path)
              : this.opened.table.title(page),
          path,
          kind: page === undefined ? "folder" : "page",
          size: null,
          files: this.#below.get(path) ?? null,
          updatedAt: page === undefined ? null : this.opened.table.updatedAt(page),
        };
      }),
    );
  }

  find(path: string): number {
    return this.#byPath.get(path) ?? -1;
  }

  pathOf(document: number): string {
    return this.#paths.get(document) ?? "";
  }

  titleOf(document: number): string {
    return this.opened.table.title(document);
  }

  pages(): readonly PageDocument[] {
    return (this.#pages ??= this.#documents.map((page) => ({
      source: this.source,
      path: this.pathOf(page),
      title: this.opened.table.title(page),
      url: this.opened.table.row(page).url || null,
      updatedAt: this.opened.table.updatedAt(page),
      document: page,
      text: () => textOfPage(this.opened, page),
    })));
  }

  #add(page: number, hasSpaces: boolean): void {
    const { space, ancestors, title, kind, createdAt } = this.opened.table.row(page);
    // Titles of blog posts repeat from week to week; a wiki has each once a day.
    const name = kind === "blog_post" ? `${new Date(createdAt).toISOString().slice(0, 10)} ${title}` : title;
    const names = [...(hasSpaces && space ? [space] : []), ...ancestors, name].map(pathName);
    let path = names.join("/");
    // Two pages of one name below one page: hosts forbid it, copies of half a wiki may have it.
    for (let copy = 2; this.#byPath.has(path); copy++) path = `${names.join("/")} (${copy})`;
    this.#documents.push(page);
    this.#paths.set(page, path);
    this.#byPath.set(path, page);
    for (let at = path; at !== "";) {
      const parent = at.slice(0, Math.max(0, at.lastIndexOf("/")));
      const siblings = this.#children.get(parent);
      if (siblings) siblings.add(at);
      else this.#children.set(parent, new Set([at]));
      if (parent !== "") this.#below.set(parent, (this.#below.get(parent) ?? 0) + 1);
      at = parent;
    }
  }
}

function decodeName(path: string): string {
  return path
    .slice(path.lastIndexOf("/") + 1)
    .replaceAll("%2F", "/")
    .replaceAll("%25", "%");
}
