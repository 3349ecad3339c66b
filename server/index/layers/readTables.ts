import type { Blobs } from "../blobs/blobs.ts";
import { DamagedIndexError } from "../indexErrors.ts";
import type { CodePart } from "../manifest.ts";
import { FileTable } from "../tables/fileTable.ts";
import { joinFileTables, onlyLayer } from "./joinTables.ts";
import { SymbolTable } from "../tables/symbolTable.ts";
import { LayerView } from "../view/LayerView.ts";

/** The files of a part, and how its layers are joined. @throws DamagedIndexError for a blob that is gone */
export async function readFileTable(
  blobs: Pick<Blobs, "get">,
  { layers, view }: CodePart,
): Promise<{ readonly files: FileTable; readonly view: LayerView }> {
  const tables: { files: FileTable; packs: number }[] = [];
  for (const { table, content } of layers)
    tables.push({ files: new FileTable(await read(blobs, table, "file table")), packs: content.length });
  if (view === null) {
    const { files } = onlyLayer(tables);
    return { files, view: LayerView.full(files.length) };
  }
  const lengths = tables.map(({ files }) => files.length);
  const joined = LayerView.read(await read(blobs, view, "view"), lengths);
  return { files: joinFileTables(tables, joined), view: joined };
}

/** The symbols of those files; null while some were not built. @throws DamagedIndexError for a blob that is gone */
export async function readSymbols(
  blobs: Pick<Blobs, "get">,
  { layers }: CodePart,
  view: LayerView,
): Promise<SymbolTable | null> {
  const tables: SymbolTable[] = [];
  for (const { symbols } of layers) {
    if (!symbols) return null;
    tables.push(new SymbolTable(await read(blobs, symbols.table, "symbol table")));
  }
  const [first] = tables;
  return tables.length === 1 && first && view.isWhole(first.fileCount)
    ? first
    : new SymbolTable(SymbolTable.join(tables, view));
}

async function read(blobs: Pick<Blobs, "get">, hash: string, what: string): Promise<Buffer> {
  const bytes = await blobs.get(hash);
  if (!bytes) throw new DamagedIndexError(what, "its blob is not in the store");
  return bytes;
}
