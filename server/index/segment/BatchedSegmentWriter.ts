import { Segment } from "./segment.ts";
import { mergeSegments } from "./segmentMerge.ts";
import { SegmentWriter } from "./segmentWriter.ts";

/** Postings of one slice: about 30 MB of counting, where a finished slice takes about 4. */
const BATCH_SIZE = 1 << 20;

/**
 * Writes one segment of any number of documents in memory that does not grow with them so fast: counting takes many times the bytes
 * of what is written, so it is written in slices, which are merged at the end. The bytes are those of a single writer.
 */
export class BatchedSegmentWriter {
  readonly #fields: number;
  readonly #batchSize: number;
  readonly #batches: Buffer[] = [];
  #documents = 0;
  #writer: SegmentWriter;

  /** @param slice postings after which a slice is closed */
  constructor(fields: number, slice = BATCH_SIZE) {
    this.#fields = fields;
    this.#batchSize = slice;
    this.#writer = new SegmentWriter(fields);
  }

  addText(field: number, text: string): void {
    this.#writer.addText(field, text);
  }

  endDocument(): void {
    this.#writer.endDocument();
    this.#documents += 1;
    if (this.#writer.postings < this.#batchSize) return;
    this.#batches.push(this.#writer.finish());
    this.#writer = new SegmentWriter(this.#fields);
  }

  /** Writes the segment. Spent afterwards. */
  finish(): Buffer {
    if (this.#batches.length === 0) return this.#writer.finish();
    if (this.#writer.documents > 0) this.#batches.push(this.#writer.finish());
    let from = 0;
    this.#writer = new SegmentWriter(this.#fields);
    const inputs = this.#batches.splice(0).map((bytes) => {
      const segment = new Segment(bytes);
      const first = from;
      from += segment.documents;
      return { segment, places: Int32Array.from({ length: segment.documents }, (_, at) => first + at) };
    });
    return mergeSegments(inputs, this.#documents, this.#fields);
  }
}
