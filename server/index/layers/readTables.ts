import type { Blobs } from "../blobs/blobs.ts";
import { DamagedIndexError } from "../indexErrors.ts";
import type { CodePart } from "../manifest.ts";
import { FileTable } from "../tables/fileTable.ts";
import { SymbolTable } from "../tables/symbolTable.ts";
import { LayerView } from "./LayerView.ts";

/** The files of a part, and how its layers are joined. @throws DamagedIndexError for a blob that is gone */
export async function readFiles(
  blobs: Pick<Blobs, "get">,
  { layers, view }: CodePart,
): Promise<{ readonly files: FileTable; readonly view: LayerView }> {
  const tables: FileTable[] = [];
  for (const { table } of layers) tables.push(new FileTable(await read(blobs, table, "file table")));
  const lengths = tables.map(({ length }) => length);
  const [first] = tables;
  if (view === null && first) return { files: first, view: LayerView.whole(first.length) };
  const joined = LayerView.read(await read(blobs, view ?? "", "view"), lengths);
  let packs = 0;
  const starts = layers.map(({ content }) => (packs += content.length) - content.length);
  return { files: new FileTable(FileTable.join(tables, joined, starts)), view: joined };
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
