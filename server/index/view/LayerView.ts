import { lastAtMost } from "../binarySearch.ts";
import { DamagedIndexError } from "../indexErrors.ts";
import { SectionFile, writeSectionFile } from "../segment/SectionFile.ts";

const VIEW_KIND = "view";

/** Documents `from` to `from + count - 1` of a layer. */
export interface Run {
  readonly layer: number;
  readonly from: number;
  readonly count: number;
}

/**
 * Which documents of several layers a reader sees, and in which order: runs of neighbouring documents of one layer. A document that is in
 * no run is deleted. Within a layer the order is that of the layer, so posting lists stay ascending.
 */
export class LayerView {
  readonly runs: readonly Run[];
  readonly documents: number;
  /** The first document of each run; one more at the end. */
  readonly starts: Uint32Array;

  constructor(runs: readonly Run[]) {
    this.runs = runs;
    this.starts = new Uint32Array(runs.length + 1);
    runs.forEach(({ count }, run) => {
      this.starts[run + 1] = (this.starts[run] ?? 0) + count;
    });
    this.documents = this.starts[runs.length] ?? 0;
  }

  /** The view of one layer of which nothing is deleted. */
  static full(documents: number): LayerView {
    return new LayerView(documents === 0 ? [] : [{ layer: 0, from: 0, count: documents }]);
  }

  /** Whether it shows all documents of one layer. @param documents of layer 0 */
  isWhole(documents: number): boolean {
    const [run] = this.runs;
    return this.documents === documents && this.runs.length <= 1 && (run === undefined || run.layer === 0);
  }

  /** The layer of a document, and its number there. */
  locate(document: number): { readonly layer: number; readonly local: number } {
    const run = lastAtMost(this.starts, document, 0, this.runs.length);
    const { layer, from } = this.runs[run] ?? { layer: 0, from: 0 };
    return { layer, local: from + document - (this.starts[run] ?? 0) };
  }

  /** For each document of a layer its number in the view, -1 for one that is deleted. @param documents of the layer */
  places(layer: number, documents: number): Int32Array {
    const places = new Int32Array(documents).fill(-1);
    this.runs.forEach((run, index) => {
      if (run.layer !== layer) return;
      let position = this.starts[index] ?? 0;
      for (let local = run.from; local < run.from + run.count; local++) places[local] = position++;
    });
    return places;
  }

  /** Documents of a layer that are not deleted. */
  liveIn(layer: number): number {
    let live = 0;
    for (const run of this.runs) if (run.layer === layer) live += run.count;
    return live;
  }

  /** The view of what belongs to the documents. @param rangeOf the rows of a document in its layer, which follow those of the document before */
  expand(
    rangeOf: (layer: number, from: number, to: number) => { readonly from: number; readonly to: number },
  ): LayerView {
    const runs = new RunList();
    for (const { layer, from, count } of this.runs) {
      const range = rangeOf(layer, from, from + count);
      runs.add(layer, range.from, range.to - range.from);
    }
    return runs.view();
  }

  /** @param names of the layers' files, which the view is for */
  write(names: readonly string[]): Buffer {
    return writeSectionFile(VIEW_KIND, {
      runs: Uint32Array.from(this.runs.flatMap(({ layer, from, count }) => [layer, from, count])),
      layers: Buffer.from(names.join("\n")),
    });
  }

  /** @param documents of each layer @throws DamagedIndexError, IndexFormatError */
  static read(bytes: Buffer, documents: readonly number[]): LayerView {
    const numbers = new SectionFile(bytes, VIEW_KIND).u32("runs");
    const runs: Run[] = [];
    for (let at = 0; at + 2 < numbers.length; at += 3) {
      const [layer = 0, from = 0, count = 0] = numbers.subarray(at, at + 3);
      if (from + count > (documents[layer] ?? -1))
        throw new DamagedIndexError(VIEW_KIND, "a run is outside of its layer");
      runs.push({ layer, from, count });
    }
    return new LayerView(runs);
  }
}

/** Collects runs; those that follow each other become one. */
export class RunList {
  readonly #runs: { layer: number; from: number; count: number }[] = [];

  add(layer: number, from: number, count: number): void {
    if (count === 0) return;
    const last = this.#runs.at(-1);
    if (last?.layer === layer && last.from + last.count === from) last.count += count;
    else this.#runs.push({ layer, from, count });
  }

  view(): LayerView {
    return new LayerView(this.#runs);
  }
}

/** A change at one place of a view. */
export interface Edit {
  /** The document before which the new one is inserted, or which is removed or replaced. */
  readonly at: number;
  readonly isRemoval: boolean;
  /** Number of the new document in its layer; -1 for none. */
  readonly inserted: number;
}

/** A view with changes applied. @param edits ordered by place @param layer of the new documents */
export function editView(view: LayerView, edits: readonly Edit[], layer: number): LayerView {
  const runs = new RunList();
  let done = 0;
  let run = 0;
  /** Copies the documents up to `end`. */
  const copyTo = (end: number): void => {
    while (done < end) {
      while ((view.starts[run + 1] ?? Infinity) <= done) run++;
      const current = view.runs[run];
      if (!current) return;
      const offset = done - (view.starts[run] ?? 0);
      const count = Math.min(current.count - offset, end - done);
      runs.add(current.layer, current.from + offset, count);
      done += count;
    }
  };
  for (const { at, isRemoval, inserted } of edits) {
    copyTo(at);
    if (inserted >= 0) runs.add(layer, inserted, 1);
    if (isRemoval) done = at + 1;
  }
  copyTo(view.documents);
  return runs.view();
}
