/** Rows as Parquet, a group of rows at a time. */
import type { SchemaElement } from "hyparquet";
import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import { EXPORT_VERSION, type ExportColumn } from "../../../contract/insights/exportTables.ts";
import type { ExportRow, ExportValue, RowPages } from "./fileOfRows.ts";

/** Rows and characters of a group: either ends it, so this is what is in memory at a time. */
const GROUP_ROWS = 5000;
const GROUP_CHARS = 8 << 20;

/** Yields the bytes of each group as it is complete, and then the directory of the file. */
export async function* parquetOfRows(
  table: string,
  columns: readonly ExportColumn[],
  pages: RowPages,
): AsyncGenerator<Uint8Array> {
  const bytes = new TakenBytes();
  const file = new ParquetWriter({
    writer: bytes,
    schema: schemaOf(columns),
    createdBy: "clew",
    kvMetadata: [
      { key: "clew.table", value: table },
      { key: "clew.version", value: String(EXPORT_VERSION) },
    ],
  });
  let group: ExportRow[] = [];
  let chars = 0;
  for await (const rows of pages) {
    for (const row of rows) {
      group.push(row);
      chars += charsOf(row);
      if (group.length < GROUP_ROWS && chars < GROUP_CHARS) continue;
      await writeGroup(file, columns, group);
      yield bytes.take();
      group = [];
      chars = 0;
    }
  }
  if (group.length > 0) await writeGroup(file, columns, group);
  await file.finish();
  yield bytes.take();
}

const writeGroup = (file: ParquetWriter, columns: readonly ExportColumn[], rows: readonly ExportRow[]) =>
  file.write({
    columnData: columns.map(({ name, type }) => ({
      name,
      data: rows.map((row) => cellOf(type, row[name] ?? null)),
    })),
    rowGroupSize: rows.length,
  });

const cellOf = (type: ExportColumn["type"], value: ExportValue): unknown => {
  if (type === "integer" && typeof value === "number") return BigInt(value);
  // The encoder would replace half a character too; here it is the same in texts of lists.
  if (typeof value === "string") return value.toWellFormed();
  return Array.isArray(value) ? value.map((text) => String(text).toWellFormed()) : value;
};

const charsOf = (row: ExportRow): number =>
  Object.values(row).reduce<number>((sum, value) => {
    if (typeof value === "string") return sum + value.length;
    return Array.isArray(value) ? sum + value.reduce<number>((all, text) => all + String(text).length, 0) : sum;
  }, 0);

/** The root, then each column; a list is the three levels that the format prescribes. */
function schemaOf(columns: readonly ExportColumn[]): SchemaElement[] {
  return [
    { name: "root", num_children: columns.length },
    ...columns.flatMap(({ name, type, nullable }): SchemaElement[] => {
      const element = { name, repetition_type: nullable ? ("OPTIONAL" as const) : ("REQUIRED" as const) };
      if (type === "text")
        return [{ ...element, type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } }];
      if (type === "integer") return [{ ...element, type: "INT64" }];
      if (type === "number") return [{ ...element, type: "DOUBLE" }];
      if (type === "boolean") return [{ ...element, type: "BOOLEAN" }];
      if (type === "timestamp")
        return [
          {
            ...element,
            type: "INT64",
            converted_type: "TIMESTAMP_MILLIS",
            logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
          },
        ];
      return [
        { ...element, converted_type: "LIST", logical_type: { type: "LIST" }, num_children: 1 },
        { name: "list", repetition_type: "REPEATED", num_children: 1 },
        {
          name: "element",
          repetition_type: "REQUIRED",
          type: "BYTE_ARRAY",
          converted_type: "UTF8",
          logical_type: { type: "STRING" },
        },
      ];
    }),
  ];
}

/** Gives what was written, and begins again with an empty buffer. */
class TakenBytes extends ByteWriter {
  take(): Uint8Array {
    const bytes = this.getBytes().slice();
    this.index = 0;
    return bytes;
  }
}
