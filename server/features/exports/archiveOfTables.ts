/** All tables as one zip. */
import {
  EXPORT_TABLE_NAMES,
  EXPORT_TABLES,
  EXPORT_VERSION,
  type ExportFormat,
  type ExportTable,
} from "../../../contract/insights/exportTables.ts";
import { fileOfRows, type RowPages } from "./fileOfRows.ts";
import { zipOfFiles, type ZippedFile } from "./zipOfFiles.ts";

/** What a file is made of. */
export interface ExportedScope {
  readonly format: ExportFormat;
  readonly since: string | null;
  /** Slugs. */
  readonly projects: readonly string[];
  readonly rows: (table: ExportTable) => RowPages;
}

/** Levels of zlib: Parquet is compressed already. */
const LEVELS: Readonly<Record<ExportFormat, number>> = { parquet: 1, csv: 6, jsonl: 6 };

/** Each table as the file that its own call gives, one after the other, and `clew.json`, which says what the archive has. */
export function archiveOfTables(scope: ExportedScope, at: Date): AsyncGenerator<Uint8Array> {
  const { format, since, projects, rows } = scope;
  const counts: Partial<Record<ExportTable, number>> = {};
  const files = EXPORT_TABLE_NAMES.map((table): ZippedFile => {
    const counted = async function* () {
      counts[table] = 0;
      for await (const page of rows(table)) {
        counts[table] += page.length;
        yield page;
      }
    };
    const bytes = fileOfRows(format, table, EXPORT_TABLES[table], counted());
    return { name: `clew-${table}.${format}`, bytes, level: LEVELS[format] };
  });
  // Made last, when all rows have been counted.
  const manifest = async function* (): AsyncGenerator<Uint8Array> {
    const facts = { version: EXPORT_VERSION, begun_at: at.toISOString(), format, since, projects, rows: counts };
    yield await Promise.resolve(Buffer.from(`${JSON.stringify(facts, null, 2)}\n`));
  };
  return zipOfFiles([...files, { name: "clew.json", bytes: manifest(), level: 6 }], at);
}
