import type { OpenedCode, OpenedIndex } from "../../index/OpenedIndex.ts";
import type { QuestionFile } from "../experts/personValues.ts";
import { filesAtNearestPath } from "../experts/questions.ts";

/** A file that a request changes, as its host or git lists it. */
export interface ChangedFile {
  /** After the change; of a removed file its last one. */
  readonly path: string;
  /** Before a rename; null for every other change. */
  readonly oldPath: string | null;
  readonly change: "added" | "removed" | "modified" | "renamed";
  /**
   * First and last line of each changed range, from 1, as the file was before. One that ends before it begins is lines added between two
   * others. Empty where only the file is known.
   */
  readonly ranges: readonly (readonly [first: number, last: number])[];
  /** Lines that were added and removed; null for a binary file, and where they were not counted. */
  readonly lines: number | null;
}

/** A changed file that the index has. */
export interface ChangedPlace {
  readonly change: ChangedFile;
  /** Number of the file in the index, by its path before the change. */
  readonly file: number;
  /** How much of the request it is: 1 for the file with the most lines. */
  readonly weight: number;
  /** Definitions whose lines the request changes, the innermost ones. */
  readonly symbols: readonly number[];
  /** Its path names nothing after the change. */
  readonly isGone: boolean;
}

/** Places that are looked at closely; those with the most lines. A larger request is a change of everything. */
export const MAX_PLACES = 60;
/** Definitions of one file. */
const MAX_SYMBOLS = 40;
/** Files next to a new one, and folders with new files, that are read for it. */
const MAX_NEIGHBOURS = 20;
const MAX_NEW_FOLDERS = 20;

const weightOf = ({ lines }: ChangedFile): number => Math.log2(2 + (lines ?? 0));

/** The largest changes first; equal ones by path, so that an answer is the same each time. */
const byWeight = (a: ChangedFile, b: ChangedFile): number =>
  weightOf(b) - weightOf(a) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

/** The changed files that the index of a repository has, the largest changes first. */
export function changedPlaces(index: OpenedIndex, member: number, files: readonly ChangedFile[]): ChangedPlace[] {
  const code = index.code[member];
  if (!code) return [];
  const places = files
    .filter(({ change }) => change !== "added")
    .toSorted(byWeight)
    .flatMap((change) => {
      const file = code.files.find(change.oldPath ?? change.path);
      return file < 0 ? [] : [{ change, file }];
    })
    .slice(0, MAX_PLACES);
  const maximum = Math.max(1, ...places.map(({ change }) => weightOf(change)));
  return places.map(({ change, file }) => ({
    change,
    file,
    weight: weightOf(change) / maximum,
    symbols: changedSymbols(code, file, change.ranges),
    isGone: change.change === "removed" || change.change === "renamed",
  }));
}

/** The innermost definitions that some range touches. */
function changedSymbols(code: OpenedCode, file: number, ranges: ChangedFile["ranges"]): number[] {
  const table = code.symbols?.table;
  if (!table || ranges.length === 0) return [];
  const { from, to } = table.ofFile(file);
  const touched: number[] = [];
  for (let symbol = from; symbol < to; symbol++) {
    const [start, end] = [table.start(symbol), table.end(symbol)];
    if (ranges.some(([first, last]) => first <= end && last >= start)) touched.push(symbol);
  }
  const encloses = (outer: number, inner: number): boolean =>
    outer !== inner &&
    table.start(outer) <= table.start(inner) &&
    table.end(outer) >= table.end(inner) &&
    table.end(outer) - table.start(outer) > table.end(inner) - table.start(inner);
  return touched.filter((symbol) => !touched.some((other) => encloses(symbol, other))).slice(0, MAX_SYMBOLS);
}

/** The files that people are ranked by: those that are changed, and for new ones those next to them. */
export function filesInQuestion(
  index: OpenedIndex,
  member: number,
  places: readonly ChangedPlace[],
  changes: readonly ChangedFile[],
): QuestionFile[] {
  const weights = new Map(places.map(({ file, weight }) => [file, weight]));
  const maximum = Math.max(1, ...changes.map(weightOf));
  for (const [folder, added] of newFolders(changes)) {
    const neighbours = filesAtNearestPath(index, folder).filter((place) => place.member === member);
    const weight = Math.max(...added.map(weightOf)) / maximum / Math.sqrt(Math.max(1, neighbours.length));
    for (const { file } of neighbours.slice(0, MAX_NEIGHBOURS)) if (!weights.has(file)) weights.set(file, weight);
  }
  return [...weights].map(([file, weight]) => ({ member, file, weight }));
}

/** The folders of new files with these files; a file of the root is next to everything, which says nothing. */
function newFolders(changes: readonly ChangedFile[]): [string, ChangedFile[]][] {
  const added = changes.filter(({ change, path }) => change === "added" && path.includes("/"));
  const folders = Map.groupBy(added.toSorted(byWeight), ({ path }) => path.slice(0, path.lastIndexOf("/")));
  return [...folders].slice(0, MAX_NEW_FOLDERS);
}
