/** Refused records as a table to correct and import again. */
import type { ImportFault } from "../../contract/importing/itemOfRecord.ts";
import type { RefusedRecord } from "./sendFile.ts";

/** A spreadsheet would run a cell that begins so. Text after an apostrophe is shown as it is. */
const FORMULA = /^[=+\-@\t\r]/;
const cellOf = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** @param names of the columns that are added: the place and the reason */
export function refusedCsv(
  refused: readonly RefusedRecord[],
  names: { readonly place: string; readonly reason: string },
  reasonOf: (fault: ImportFault) => string,
): string {
  const columns = [...new Set(refused.flatMap(({ record }) => [...record.cells.keys()]))];
  const rows = refused.map(({ record, faults }) => [
    String(record.place),
    faults.map(reasonOf).join("; "),
    ...columns.map((column) => (record.cells.get(column) ?? []).join("; ")),
  ]);
  // Spreadsheets take a file without this mark for one of their own encoding.
  return `\uFEFF${[[names.place, names.reason, ...columns], ...rows].map((row) => row.map(cellOf).join(",")).join("\r\n")}\r\n`;
}
