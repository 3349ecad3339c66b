/** Rows of a table as bytes of a file, a part after the other. */
import type { ExportColumn, ExportFormat } from "../../../contract/insights/exportTables.ts";
import { csvLine } from "../../http/csv.ts";
import { parquetOfRows } from "./parquetOfRows.ts";

/** A value of a column: of a list its texts, of a timestamp a date. */
export type ExportValue = string | number | boolean | Date | readonly string[] | null;
export type ExportRow = Readonly<Record<string, ExportValue>>;
export type RowPages = AsyncIterable<readonly ExportRow[]>;

/** @param table its name, which a Parquet file carries */
export function fileOfRows(
  format: ExportFormat,
  table: string,
  columns: readonly ExportColumn[],
  pages: RowPages,
): AsyncGenerator<Uint8Array> {
  if (format === "parquet") return parquetOfRows(table, columns, pages);
  return format === "csv" ? csvOfRows(columns, pages) : linesOfRows(columns, pages);
}

async function* csvOfRows(columns: readonly ExportColumn[], pages: RowPages): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(columns.map(({ name }) => name)));
  for await (const rows of pages)
    yield Buffer.from(rows.map((row) => csvLine(columns.map(({ name }) => cellOf(row[name] ?? null)))).join(""));
}

function cellOf(value: ExportValue): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** JSON Lines: an object a line with every column, also those without a value. */
async function* linesOfRows(columns: readonly ExportColumn[], pages: RowPages): AsyncGenerator<Uint8Array> {
  for await (const rows of pages)
    yield Buffer.from(
      rows
        .map((row) => `${JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null])))}\n`)
        .join(""),
    );
}
