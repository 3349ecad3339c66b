import { DamagedIndexError } from "../indexErrors.ts";
import { FileTable } from "../tables/fileTable.ts";
import type { LayerView } from "../view/LayerView.ts";

/** The layer of a part that has no view. @throws DamagedIndexError unless there is exactly one */
export function onlyLayer<T>(layers: readonly T[]): T {
  const [only, ...others] = layers;
  if (only === undefined || others.length > 0) throw new DamagedIndexError("code part", "its layers have no view");
  return only;
}

/** The files that a view shows of several layers. @param layers with the number of content packs of each */
export function joinFileTables(
  layers: readonly { readonly files: FileTable; readonly packs: number }[],
  view: LayerView,
): FileTable {
  let packs = 0;
  const firstPacks = layers.map((layer) => (packs += layer.packs) - layer.packs);
  const tables = layers.map(({ files }) => files);
  return new FileTable(FileTable.join(tables, view, firstPacks));
}
