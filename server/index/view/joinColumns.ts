import type { SectionData } from "../segment/SectionFile.ts";
import type { StringColumn } from "../segment/stringColumn.ts";
import type { LayerView } from "./LayerView.ts";

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array;

/** The rows of a view from a column of each layer. @param width values of a row */
export function joinColumn<T extends Column>(view: LayerView, columns: readonly T[], into: T, width = 1): T {
  view.runs.forEach(({ layer, from, count }, run) => {
    const column = columns[layer];
    if (column) into.set(column.subarray(from * width, (from + count) * width), (view.starts[run] ?? 0) * width);
  });
  return into;
}

/** The same with each value changed. */
export function mapColumn<T extends Column>(
  view: LayerView,
  columns: readonly Column[],
  into: T,
  change: (value: number, layer: number, run: number) => number,
): T {
  view.runs.forEach(({ layer, from, count }, run) => {
    const column = columns[layer];
    if (!column) return;
    let position = view.starts[run] ?? 0;
    for (let at = from; at < from + count; at++) into[position++] = change(column[at] ?? 0, layer, run);
  });
  return into;
}

/** The sections of a column of strings. */
export function joinStrings(
  name: string,
  view: LayerView,
  columns: readonly StringColumn[],
): Record<string, SectionData> {
  let length = 0;
  for (const { layer, from, count } of view.runs) {
    const offsets = columns[layer]?.offsets;
    length += (offsets?.[from + count] ?? 0) - (offsets?.[from] ?? 0);
  }
  const bytes = new Uint8Array(length);
  const joined = new Uint32Array(view.documents + 1);
  let at = 0;
  view.runs.forEach(({ layer, from, count }, run) => {
    const column = columns[layer];
    if (!column) return;
    const { offsets } = column;
    const start = offsets[from] ?? 0;
    bytes.set(column.bytes.subarray(start, offsets[from + count] ?? start), at);
    const position = view.starts[run] ?? 0;
    for (let row = 0; row < count; row++) joined[position + row] = at + (offsets[from + row] ?? 0) - start;
    at += (offsets[from + count] ?? 0) - start;
  });
  joined[view.documents] = at;
  return { [`${name}.bytes`]: bytes, [`${name}.offsets`]: joined };
}

/** Where the rows of each file begin, for tables that are ordered by file. */
export function joinStarts(view: LayerView, starts: readonly Uint32Array[]): Uint32Array {
  const joined = new Uint32Array(view.documents + 1);
  let rows = 0;
  view.runs.forEach(({ layer, from, count }, run) => {
    const layerStarts = starts[layer];
    const position = view.starts[run] ?? 0;
    const first = layerStarts?.[from] ?? 0;
    for (let file = 0; file < count; file++) joined[position + file] = rows + (layerStarts?.[from + file] ?? 0) - first;
    rows += (layerStarts?.[from + count] ?? 0) - first;
  });
  joined[view.documents] = rows;
  return joined;
}
