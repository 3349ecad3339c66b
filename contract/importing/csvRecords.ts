/** Rows of a table by RFC 4180, from pieces of text. */
import Papa from "papaparse";
import { MAPPING_LIMITS } from "../sources/importRules.ts";
import { type ImportRecord, MAX_RECORD_CHARS, UnreadableFile } from "./records.ts";

export const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Rows by which the delimiter is recognised. */
const GUESSED_ROWS = 50;

/** The delimiter under which most of the first rows have as many cells as the header, which are several. */
export function delimiterOf(sample: string): Delimiter {
  const scored = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(sample, { delimiter, newline: "\n", preview: GUESSED_ROWS });
    const sizes = data.filter((row) => row.some((cell) => cell !== "")).map((row) => row.length);
    const [header = 0] = sizes;
    return { delimiter, header, share: header < 2 ? 0 : sizes.filter((size) => size === header).length / sizes.length };
  });
  return scored.toSorted((a, b) => b.share - a.share || b.header - a.header)[0]?.delimiter ?? ",";
}

interface Row {
  readonly cells: readonly string[];
  /** Its first line, from 1. */
  readonly line: number;
  readonly isFaulty: boolean;
}

interface Step {
  /** The one row of the step. */
  readonly data: readonly string[][];
  readonly errors: readonly unknown[];
  readonly meta: { readonly cursor: number };
}

/** @throws UnreadableFile for a quote that does not close */
async function* rowsOf(pieces: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<Row> {
  let line = 1;
  let rest = "";
  const read = (text: string, isLast: boolean): Row[] => {
    const rows: Row[] = [];
    let from = 0;
    const step = ({ data, errors, meta }: Step): void => {
      const to = Math.max(from, meta.cursor);
      rows.push({ cells: data[0] ?? [], line, isFaulty: errors.length > 0 });
      line += text.slice(from, to).split("\n").length - 1;
      from = to;
    };
    const parser = new Papa.Parser({ delimiter, newline: "\n", step: step as never });
    parser.parse(text, 0, !isLast);
    rest = isLast ? "" : text.slice(from);
    return rows;
  };
  for await (const piece of pieces) {
    yield* read(rest + piece, false);
    if (rest.length > MAX_RECORD_CHARS) throw new UnreadableFile("open_quote", line);
  }
  if (rest !== "") yield* read(rest, true);
}

/**
 * Names of columns by their places; one without a name has its number. Columns that no mapping can have are not read: a row of a hostile file
 * has hundreds of thousands.
 */
function namesOf(header: readonly string[]): ReadonlyMap<number, string> {
  const names = new Set<string>();
  return new Map(
    header.flatMap((text, at) => {
      const name = text.trim() || `#${at + 1}`;
      if (names.size < MAPPING_LIMITS.columns) names.add(name);
      return names.has(name) ? [[at, name] as const] : [];
    }),
  );
}

/** The rows below the header. Empty ones are left out. @throws UnreadableFile */
export async function* csvRecords(pieces: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<ImportRecord> {
  let names: ReadonlyMap<number, string> | null = null;
  let width = 0;
  for await (const { cells, line, isFaulty } of rowsOf(pieces, delimiter)) {
    if (cells.every((cell) => cell.trim() === "")) continue;
    if (names === null) {
      names = namesOf(cells);
      width = cells.length;
      continue;
    }
    const valuesByName = new Map<string, string[]>();
    for (const [at, name] of names) {
      const cell = cells[at] ?? "";
      const values = valuesByName.get(name) ?? [];
      if (cell.trim() !== "") values.push(cell);
      valuesByName.set(name, values);
    }
    const hasMore = cells.slice(width).some((cell) => cell.trim() !== "");
    const fault: ImportRecord["fault"] | null = isFaulty ? "quotes" : hasMore ? "cells" : null;
    yield { place: line, cells: valuesByName, ...(fault && { fault }) };
  }
  if (names === null) throw new UnreadableFile("empty");
}
