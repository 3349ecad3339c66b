import { millisecondsOf } from "../../../contract/durations.ts";
import { partitionPoint } from "../../index/binarySearch.ts";
import type { FileTable } from "../../index/tables/fileTable.ts";
import { type OpenedCode, type OpenedCommits, textOfFile } from "../../index/OpenedIndex.ts";
import { type CollectionEntry, type DocumentCollection, type PageDocument, sortEntries } from "./DocumentCollection.ts";
import { lastPartOf } from "./documentPath.ts";

const PROSE = new Set(["Markdown", "reStructuredText", "AsciiDoc"]);

/** The files of a repository at its synced commit, from the index alone, without git. */
export class RepositoryCollection implements DocumentCollection {
  readonly kind = "repository";
  readonly source: string;
  readonly length: number;
  readonly code: OpenedCode;
  readonly #commits: OpenedCommits | null;
  #changed: Uint32Array | null = null;
  #pages: readonly PageDocument[] | null = null;

  constructor(code: OpenedCode, commits: OpenedCommits | null) {
    this.code = code;
    this.source = code.part.source;
    this.length = code.files.length;
    this.#commits = commits;
  }

  get updatedAt(): number | null {
    return this.#latest(0, this.length);
  }

  list(folder: string): CollectionEntry[] | null {
    const { files } = this.code;
    const prefix = folder === "" ? "" : `${folder}/`;
    const from = lowerBound(files, prefix);
    // "0" is the sign after the slash: the first path that is not below the folder any more.
    const to = folder === "" ? files.length : lowerBound(files, `${folder}0`);
    if (from === to) return folder === "" ? [] : null;
    const entries: CollectionEntry[] = [];
    for (let file = from; file < to;) {
      const path = files.path(file);
      const slash = path.indexOf("/", prefix.length);
      if (slash < 0) {
        entries.push({
          name: path.slice(prefix.length),
          path,
          kind: "file",
          size: files.sizes[file] ?? 0,
          files: null,
          updatedAt: this.#latest(file, file + 1),
        });
        file++;
      } else {
        const below = path.slice(0, slash);
        const end = lowerBound(files, `${below}0`);
        const name = below.slice(prefix.length);
        // `a.b` sorts between `a` and `a/…`, so a folder's files are always one run.
        entries.push({
          name,
          path: below,
          kind: "folder",
          size: null,
          files: end - file,
          updatedAt: this.#latest(file, end),
        });
        file = Math.max(end, file + 1);
      }
    }
    return sortEntries(entries);
  }

  find(path: string): number {
    return this.code.files.find(path);
  }

  pathOf(document: number): string {
    return this.code.files.path(document);
  }

  titleOf(document: number): string {
    return lastPartOf(this.pathOf(document));
  }

  pages(): readonly PageDocument[] {
    if (this.#pages) return this.#pages;
    const { code, source } = this;
    const pages: PageDocument[] = [];
    for (let file = 0; file < code.files.length; file++) {
      if (!PROSE.has(code.files.language(file))) continue;
      const kind = code.files.kind(file);
      if (kind === "vendored" || kind === "generated" || kind === "test") continue;
      const path = code.files.path(file);
      pages.push({
        source,
        path,
        title: lastPartOf(path),
        url: null,
        updatedAt: this.#latest(file, file + 1),
        document: file,
        text: () => textOfFile(code, file),
      });
    }
    return (this.#pages = pages);
  }

  /** Milliseconds of the newest commit that changed any of these files. */
  #latest(from: number, to: number): number | null {
    const commits = this.#commits;
    if (!commits) return null;
    const changed = (this.#changed ??= lastChanges(this.code.files, commits));
    let newest = commits.table.length;
    for (let file = from; file < to; file++) newest = Math.min(newest, changed[file] ?? newest);
    const at = commits.table.times[newest];
    return at === undefined ? null : millisecondsOf(at);
  }
}

/** For each file the newest commit that changed it (commits are numbered from the newest), or the number of commits. */
function lastChanges(files: FileTable, { table }: OpenedCommits): Uint32Array {
  const newest = new Uint32Array(table.paths.length).fill(table.length);
  for (let commit = table.length - 1; commit >= 0; commit--)
    for (const path of table.changes(commit)) newest[path] = commit;
  const numbers = table.pathNumbers;
  return Uint32Array.from({ length: files.length }, (_, file) => {
    const number = numbers.get(files.path(file));
    return number === undefined ? table.length : (newest[number] ?? table.length);
  });
}

/** The first file whose path is `text` or comes after it, in the byte order of the table. */
function lowerBound(files: FileTable, text: string): number {
  const target = Buffer.from(text);
  return partitionPoint(0, files.length, (at) => Buffer.compare(Buffer.from(files.path(at)), target) < 0);
}
