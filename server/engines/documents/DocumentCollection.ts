/** An entry directly in a folder. Times are milliseconds since 1970. */
export interface CollectionEntry {
  readonly name: string;
  readonly path: string;
  readonly kind: "folder" | "file" | "page";
  readonly size: number | null;
  /** Documents below it. */
  readonly files: number | null;
  readonly updatedAt: number | null;
}

/** A document of prose, which may mention code. */
export interface PageDocument {
  readonly source: string;
  readonly path: string;
  readonly title: string;
  readonly url: string | null;
  readonly updatedAt: number | null;
  /** Number of the document in its collection. */
  readonly document: number;
  text(): string;
}

/** One source of documents as a tree. A repository is one and a wiki is one; another kind of source with pages implements this interface. */
export interface DocumentCollection {
  readonly source: string;
  readonly kind: "repository" | "wiki";
  readonly length: number;
  readonly updatedAt: number | null;
  /** One level of the tree, folders first; null where there is no such folder. */
  list(folder: string): CollectionEntry[] | null;
  /** Number of the document at exactly this path, or -1. */
  find(path: string): number;
  pathOf(document: number): string;
  titleOf(document: number): string;
  /** All its pages of prose. */
  pages(): readonly PageDocument[];
}

/** Folders first, then by name as people count: `part 2` before `part 10`. */
const order = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
export function sortEntries(entries: CollectionEntry[]): CollectionEntry[] {
  const rank = ({ kind, files }: CollectionEntry) => (kind === "folder" || (kind === "page" && files !== null) ? 0 : 1);
  return entries.sort((a, b) => rank(a) - rank(b) || order.compare(a.name, b.name) || (a.name < b.name ? -1 : 1));
}
