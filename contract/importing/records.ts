/** What a file has: rows of a table or objects, as texts by the names of their columns. */

import { IMPORT_KINDS } from "../sources/importRules.ts";

/** Whether a value of a file is an object with fields, and no list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** One row or object. A column that a header has twice, and a list of an object, has several values. */
export interface ImportRecord {
  /** The line of the file on which it begins, from 1; of a JSON document its number among the others. */
  readonly place: number;
  readonly cells: ReadonlyMap<string, readonly string[]>;
  /** The object itself, where it is one. */
  readonly value?: unknown;
  /** Why the row could not be read; its cells are then not meant. */
  readonly fault?: "quotes" | "cells" | "json";
}

/** Whether an object is an item of the format of imports itself (`docs/IMPORTING.md`). */
export const isOwnItem = (value: unknown): boolean =>
  isRecord(value) && typeof value["id"] === "string" && IMPORT_KINDS.some((kind) => kind === value["kind"]);

/** The file cannot be read at all. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  readonly reason: "empty" | "open_quote" | "no_records" | "large_object" | "large_record";
  readonly place: number | null;
  constructor(reason: UnreadableFile["reason"], place: number | null = null) {
    super(reason);
    this.reason = reason;
    this.place = place;
  }
}

/** Characters of one row or object, at most. An open quote would otherwise take the rest of the file as one cell. */
export const MAX_RECORD_CHARS = 8_000_000;
