/** Parquet as another implementation reads it, and the document of its columns. */
import { readFile } from "node:fs/promises";
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { EXPORT_TABLES, type ExportColumn } from "../../../../contract/insights/exportTables.ts";
import type { ExportRow } from "../../../../server/features/exports/fileOfRows.ts";
import { parquetOfRows } from "../../../../server/features/exports/parquetOfRows.ts";

const COLUMNS: readonly ExportColumn[] = [
  { name: "text", type: "text", nullable: false },
  { name: "maybe", type: "text", nullable: true },
  { name: "count", type: "integer", nullable: true },
  { name: "share", type: "number", nullable: true },
  { name: "is", type: "boolean", nullable: true },
  { name: "at", type: "timestamp", nullable: true },
  { name: "list", type: "list", nullable: false },
];
const EMPTY: ExportRow = { text: "", maybe: null, count: null, share: null, is: null, at: null, list: [] };

async function* pagesOf(...pages: readonly ExportRow[][]): AsyncGenerator<ExportRow[]> {
  for (const page of pages) yield page;
}

async function fileOf(pages: AsyncIterable<ExportRow[]>): Promise<{ file: ArrayBuffer; chunks: number[] }> {
  const parts: Uint8Array[] = [];
  for await (const part of parquetOfRows("sample", COLUMNS, pages)) parts.push(part);
  const bytes = Buffer.concat(parts);
  return { file: new Uint8Array(bytes).buffer, chunks: parts.map(({ length }) => length) };
}

test("hostile texts, nulls and empty lists come back as they were", async () => {
  const rows: ExportRow[] = [
    EMPTY,
    {
      text: "a\u0000b\r\n\"',;=1+1\u202e",
      maybe: "ü".repeat(1 << 20),
      count: -(2 ** 40),
      share: -0.1,
      is: false,
      at: new Date(-1),
      list: ["", "\u0000", 'İ,"[]'],
    },
    { ...EMPTY, text: "𝄞 ends 🧵", count: 0, share: 1e-300, is: true, at: new Date("9999-12-31T23:59:59.999Z") },
  ];
  const { file } = await fileOf(pagesOf(rows));
  const read = await parquetReadObjects({ file });
  expect(read).toEqual(
    rows.map((row) => ({ ...row, count: typeof row["count"] === "number" ? BigInt(row["count"]) : null })),
  );
});

test("half a character becomes the sign for it, in texts and in lists", async () => {
  const { file } = await fileOf(pagesOf([{ ...EMPTY, text: "x\ud800y", list: ["\udc00"] }]));
  expect(await parquetReadObjects({ file })).toMatchObject([{ text: "x\ufffdy", list: ["\ufffd"] }]);
});

test("a table without rows is a file with its columns", async () => {
  const { file } = await fileOf(pagesOf());
  expect(await parquetReadObjects({ file })).toEqual([]);
  expect(parquetMetadata(file).schema.map(({ name }) => name)).toEqual(
    expect.arrayContaining(COLUMNS.map(({ name }) => name)),
  );
});

test("many rows are sent group by group, and large texts end a group", async () => {
  const many = Array.from({ length: 12 }, (_, page) =>
    Array.from({ length: 1000 }, (__, at) => ({ ...EMPTY, text: `${page}-${at}`, count: at })),
  );
  const { file, chunks } = await fileOf(pagesOf(...many));
  expect(chunks.length).toBe(3);
  expect(parquetMetadata(file).row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([5000, 5000, 2000]);
  const read = await parquetReadObjects({ file });
  expect(read.map(({ text }) => text as string)).toEqual(many.flat().map(({ text }) => text));
  const large = Array.from({ length: 20 }, (_, at) => ({ ...EMPTY, text: String(at).repeat(1 << 19) }));
  expect((await fileOf(pagesOf(large))).chunks.length).toBeGreaterThan(1);
});

test("docs/EXPORT.md has the columns of each table", async () => {
  const document = await readFile("docs/EXPORT.md", "utf8");
  const tables = Object.fromEntries(
    document
      .split(/^### /m)
      .slice(1)
      .map((section) => [
        section.split("\n")[0],
        [...section.split(/^## /m)[0]!.matchAll(/^\| (\w+) +\| (\w+) +\| (yes|no) +\|/gm)].map(
          ([, name, type, nullable]) => ({
            name,
            type,
            nullable: nullable === "yes",
          }),
        ),
      ]),
  );
  expect(tables).toEqual(EXPORT_TABLES);
});
