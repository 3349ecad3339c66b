import { partitionPoint } from "../binarySearch.ts";
import type { SectionData } from "../segment/SectionFile.ts";
import { type StringColumn, StringColumnWriter } from "../segment/stringColumn.ts";
import type { LayerView } from "./LayerView.ts";

/** The names of one layer: each once, in order, and the columns that number them. */
interface NamedLayer {
  readonly texts: StringColumn;
  readonly columns: readonly Uint32Array[];
}

export interface JoinedNames {
  /** For each layer the new number of each of its names. */
  readonly numbers: readonly Uint32Array[];
  at(number: number): string;
  sections(name: string): Record<string, SectionData>;
}

/** The names that are used in a view of several layers, each once, in order. */
export function joinNames(view: LayerView, layers: readonly NamedLayer[]): JoinedNames {
  const used = layers.map(({ texts }) => new Uint8Array(texts.length));
  for (const { layer, from, count } of view.runs) {
    const marks = used[layer];
    for (const column of layers[layer]?.columns ?? [])
      for (let row = from; row < from + count; row++) if (marks) marks[column[row] ?? 0] = 1;
  }
  const numbers = layers.map(({ texts }) => new Uint32Array(texts.length));
  /** Where each new name is: layer, and number there. */
  const sources: { layer: number; name: number; text: string }[] = [];
  for (let layer = 1; layer < layers.length; layer++)
    used[layer]?.forEach((mark, name) => {
      if (mark === 1) sources.push({ layer, name, text: layers[layer]?.texts.at(name) ?? "" });
    });
  sources.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  const first = layers[0]?.texts;
  const out = new StringColumnWriter();
  let number = -1;
  let last: string | null = null;
  const addFirst = (name: number): void => {
    if (used[0]?.[name] !== 1 || !first || !numbers[0]) return;
    out.addBytes(first.bytes.subarray(first.offsets[name], first.offsets[name + 1]));
    numbers[0][name] = ++number;
  };
  let next = 0;
  for (const { layer, name, text } of sources) {
    if (text !== last) {
      const position = first ? insertionPoint(first, text, next) : 0;
      for (; next < position; next++) addFirst(next);
      // The first layer may have the name too, in use or not.
      if (first && position < first.length && first.at(position) === text && used[0]) {
        used[0][position] = 1;
        addFirst(position);
        next = position + 1;
      } else {
        out.add(text);
        number++;
      }
      last = text;
    }
    const layerNumbers = numbers[layer];
    if (layerNumbers) layerNumbers[name] = number;
  }
  for (; next < (first?.length ?? 0); next++) addFirst(next);
  return {
    numbers,
    at: (at) => out.at(at),
    sections: (name) => out.sections(name),
  };
}

/** The first string of an ordered column that is not before `text`, from `from` on. The order is that of JavaScript's strings. */
function insertionPoint(column: StringColumn, text: string, from: number): number {
  return partitionPoint(from, column.length, (at) => column.at(at) < text);
}
