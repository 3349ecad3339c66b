import { SectionFile, writeSectionFile } from "../segment/SectionFile.ts";
import { GrowableU32 } from "../segment/growableBuffers.ts";
import { StringColumn, stringSections } from "../segment/stringColumn.ts";

const HUNKS_KIND = "hunks";

/** Where one commit changed one file; `commit` is its position in the commit table, newest first. */
export interface HunkRow {
  readonly path: string;
  readonly commit: number;
  /** Four numbers a hunk, as git writes them: first line and number of lines before, first line and number of lines after. */
  readonly hunks: ArrayLike<number>;
}

/** Rows in any order. */
export function writeHunkTable(rows: readonly HunkRow[]): Buffer {
  const byPath = new Map<string, HunkRow[]>();
  for (const row of rows) {
    const pathRows = byPath.get(row.path);
    if (pathRows) pathRows.push(row);
    else byPath.set(row.path, [row]);
  }
  const paths = [...byPath.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const pathStarts = new GrowableU32(paths.length + 2);
  const commits = new GrowableU32(rows.length + 1);
  const hunkStarts = new GrowableU32(rows.length + 2);
  const hunks = new GrowableU32();
  pathStarts.push(0);
  hunkStarts.push(0);
  for (const path of paths) {
    for (const row of (byPath.get(path) ?? []).sort((a, b) => a.commit - b.commit)) {
      commits.push(row.commit);
      for (let at = 0; at < row.hunks.length; at++) hunks.push(row.hunks[at] ?? 0);
      hunkStarts.push(hunks.length);
    }
    pathStarts.push(commits.length);
  }
  return writeSectionFile(HUNKS_KIND, {
    "path.starts": pathStarts.view(),
    commits: commits.view(),
    "hunk.starts": hunkStarts.view(),
    hunks: hunks.view(),
    ...stringSections("paths", paths),
  });
}

/** Which lines of which files the newest commits of one repository changed. */
export class HunkTable {
  readonly byteLength: number;
  /** Pairs of a commit and a file. */
  readonly length: number;
  readonly #paths: StringColumn;
  readonly #pathStarts: Uint32Array;
  readonly #commits: Uint32Array;
  readonly #hunkStarts: Uint32Array;
  readonly #hunks: Uint32Array;

  constructor(buffer: Buffer) {
    const container = new SectionFile(buffer, HUNKS_KIND);
    this.byteLength = container.byteLength;
    this.#paths = new StringColumn(container, "paths");
    this.#pathStarts = container.u32("path.starts");
    this.#commits = container.u32("commits");
    this.#hunkStarts = container.u32("hunk.starts");
    this.#hunks = container.u32("hunks");
    this.length = this.#commits.length;
  }

  /** Every commit that changed lines of a file, newest first. */
  ofPath(path: string): { commit: number; hunks: Uint32Array }[] {
    const position = this.#paths.search(path);
    return position < 0 ? [] : this.#at(position);
  }

  /** All that it holds, to be written again with more. */
  rows(): HunkRow[] {
    return Array.from({ length: this.#paths.length }, (_, position) => {
      const path = this.#paths.at(position);
      return this.#at(position).map((row) => ({ path, ...row }));
    }).flat();
  }

  #at(position: number): { commit: number; hunks: Uint32Array }[] {
    const from = this.#pathStarts[position] ?? 0;
    const to = Math.min(this.#pathStarts[position + 1] ?? from, this.#commits.length);
    return Array.from({ length: Math.max(0, to - from) }, (_, at) => ({
      commit: this.#commits[from + at] ?? 0,
      hunks: this.#hunks.subarray(this.#hunkStarts[from + at], this.#hunkStarts[from + at + 1]),
    }));
  }
}
