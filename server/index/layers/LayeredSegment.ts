import { lastAtMost, partitionPoint } from "../binarySearch.ts";
import { LRUCache } from "lru-cache";
import { GrowableBytes } from "../segment/growableBuffers.ts";
import type { Lengths } from "../segment/PackedTerms.ts";
import { type PostingList, eachPosting, namedIn } from "../segment/postingList.ts";
import type { SegmentReader } from "../segment/segment.ts";
import type { LayerView } from "../view/LayerView.ts";

/** Bytes of joined posting lists that one segment keeps: what a search looks up several times. */
const MAX_LIST_BYTES = 4 << 20;

/** A term that the first layer does not have. */
interface ExtraTerm {
  readonly bytes: Buffer;
  /** The first term of the first layer that comes after it. */
  readonly before: number;
}

/**
 * Segments of several layers, read as the one that a merge of them would be: documents, terms and counts are the same. Terms are joined when
 * it is made, posting lists when they are read. A term of deleted documents alone keeps its number with an empty list, and is not found.
 */
export class LayeredSegment implements SegmentReader {
  readonly documents: number;
  readonly fields: number;
  readonly terms: number;
  readonly byteLength: number;
  readonly postingBytes: number;
  readonly isByRange: boolean;
  readonly #layers: readonly SegmentReader[];
  readonly #view: LayerView;
  readonly #places: readonly Int32Array[];
  readonly #extras: readonly ExtraTerm[];
  readonly #lists = new LRUCache<number, PostingList>({
    maxSize: MAX_LIST_BYTES,
    sizeCalculation: ({ end }) => end + 64,
  });
  /** Documents of all layers that are in no run. */
  readonly #deleted: number;
  #lengths: Uint32Array | null = null;
  #vocabulary: { readonly bytes: Buffer; readonly offsets: Uint32Array } | null = null;

  constructor(layers: readonly SegmentReader[], view: LayerView) {
    this.#layers = layers;
    this.#view = view;
    this.documents = view.documents;
    this.fields = Math.max(0, ...layers.map(({ fields }) => fields));
    this.byteLength = layers.reduce((sum, layer) => sum + layer.byteLength, 0);
    this.postingBytes = layers.reduce((sum, layer) => sum + layer.postingBytes, 0);
    this.isByRange = layers.some((layer) => layer.isByRange);
    this.#places = layers.map((layer, at) => view.places(at, layer.documents));
    this.#deleted = layers.reduce((sum, layer) => sum + layer.documents, 0) - view.documents;
    this.#extras = extraTerms(layers);
    this.terms = (layers[0]?.terms ?? 0) + this.#extras.length;
  }

  /** The number of a term, or the bitwise complement of its insertion point. */
  find(term: string): number {
    const first = this.#layers[0]?.find(term) ?? ~0;
    const target = Buffer.from(term);
    const extra = partitionPoint(
      0,
      this.#extras.length,
      (at) => Buffer.compare(this.#extras[at]?.bytes ?? target, target) < 0,
    );
    const number = (first >= 0 ? first : ~first) + extra;
    const isThere = first >= 0 || this.#extras[extra]?.bytes.equals(target) === true;
    return isThere && !this.#isDeleted(number, first) ? number : ~number;
  }

  /** Whether only deleted documents hold a term. Most terms are in more documents than were deleted, and their lists are not read. */
  #isDeleted(number: number, first: number): boolean {
    if (this.#deleted === 0) return false;
    const inFirst = first >= 0 ? (this.#layers[0]?.documentCount(first) ?? 0) : 0;
    return inFirst <= this.#deleted && this.list(number).documents === 0;
  }

  term(number: number): string {
    const { extra, first } = this.#locate(number);
    return extra ? extra.bytes.toString("utf8") : (this.#layers[0]?.term(first) ?? "");
  }

  termAt(offset: number, least = 0): number {
    return lastAtMost(this.termOffsets, offset, least, this.terms);
  }

  get termBytes(): Buffer {
    return this.#allTerms.bytes;
  }

  get termOffsets(): Uint32Array {
    return this.#allTerms.offsets;
  }

  documentsWith(term: string): number {
    const number = this.find(term);
    return number < 0 ? 0 : this.documentCount(number);
  }

  documentCount(number: number): number {
    return this.list(number).documents;
  }

  list(number: number): PostingList {
    let list = this.#lists.get(number);
    if (!list) this.#lists.set(number, (list = this.#join(number)));
    return list;
  }

  named(number: number): Uint32Array {
    return namedIn(this.list(number));
  }

  largestCount(_number: number, _of: object, compute: () => number): number {
    return compute();
  }

  eachDocument(number: number, visit: (document: number, mask: number) => void): void {
    eachPosting(this.list(number), visit);
  }

  lengthOf(field: number, document: number): number {
    const { layer, local } = this.#view.locate(document);
    return this.#layers[layer]?.lengthOf(field, local) ?? 0;
  }

  get allLengths(): Lengths {
    if (this.#lengths) return this.#lengths;
    const all = new Uint32Array(this.documents * this.fields);
    for (let field = 0; field < this.fields; field++) {
      const columns = this.#layers.map((layer) => (field < layer.fields ? layer.lengths(field) : new Uint32Array(0)));
      this.#view.runs.forEach(({ layer, from, count }, run) => {
        const column = columns[layer]?.subarray(from, from + count);
        if (column) all.set(column, field * this.documents + (this.#view.starts[run] ?? 0));
      });
    }
    return (this.#lengths = all);
  }

  lengths(field: number): Lengths {
    return this.allLengths.subarray(field * this.documents, (field + 1) * this.documents);
  }

  /** The extra term with this number, or the number of the term in the first layer. */
  #locate(number: number): { readonly extra: ExtraTerm | null; readonly first: number } {
    const at = partitionPoint(
      0,
      this.#extras.length,
      (position) => (this.#extras[position]?.before ?? 0) + position < number,
    );
    const extra = this.#extras[at];
    return extra && extra.before + at === number ? { extra, first: -1 } : { extra: null, first: number - at };
  }

  get #allTerms(): { readonly bytes: Buffer; readonly offsets: Uint32Array } {
    if (this.#vocabulary) return this.#vocabulary;
    const first = this.#layers[0];
    const firstBytes = first?.termBytes ?? Buffer.alloc(0);
    const firstOffsets = first?.termOffsets ?? new Uint32Array(1);
    const added = this.#extras.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const bytes = Buffer.allocUnsafeSlow(firstBytes.length + added);
    const offsets = new Uint32Array(this.terms + 1);
    let length = 0;
    let number = 0;
    let copied = 0;
    const copyTo = (end: number): void => {
      const from = firstOffsets[copied] ?? 0;
      const shift = length - from;
      for (; copied < end; copied++) offsets[number++] = (firstOffsets[copied] ?? 0) + shift;
      length += firstBytes.copy(bytes, length, from, firstOffsets[end]);
    };
    for (const extra of this.#extras) {
      copyTo(extra.before);
      offsets[number++] = length;
      length += extra.bytes.copy(bytes, length);
    }
    copyTo(first?.terms ?? 0);
    offsets[number] = length;
    return (this.#vocabulary = { bytes, offsets });
  }

  /** The list of a term over all layers, in the form of a stored one. */
  #join(number: number): PostingList {
    const { extra, first } = this.#locate(number);
    const term = this.term(number);
    const cursors: PostingCursor[] = [];
    this.#layers.forEach((layer, at) => {
      const local = at > 0 ? layer.find(term) : extra ? -1 : first;
      const places = this.#places[at];
      if (local < 0 || !places) return;
      const cursor = new PostingCursor(layer, local, places);
      if (cursor.next()) cursors.push(cursor);
    });
    const out = new GrowableBytes(256);
    let last = -1;
    let documents = 0;
    for (;;) {
      let least = cursors[0];
      if (!least) break;
      for (const cursor of cursors) if (cursor.document < least.document) least = cursor;
      const { document, mask, postings } = least;
      out.varint(((document - last) << 1) | (mask === 1 ? 0 : 1));
      if (mask !== 1) out.byte(mask);
      for (let at = least.from; at < least.to; at++) out.byte(postings[at] ?? 0);
      last = document;
      documents++;
      if (!least.next()) cursors.splice(cursors.indexOf(least), 1);
    }
    return { postings: out.view(), start: 0, end: out.length, documents };
  }
}

/** Goes through the postings of a layer that are not deleted. */
class PostingCursor {
  readonly postings: Buffer;
  /** Where the counts of the present posting are. */
  from = 0;
  to = 0;
  mask = 1;
  /** In the view. */
  document = -1;
  #at: number;
  readonly #end: number;
  #local = -1;
  readonly #places: Int32Array;

  constructor(layer: SegmentReader, term: number, places: Int32Array) {
    const { postings, start, end } = layer.list(term);
    // A list that is read by range is valid until the next one is read.
    this.postings = layer.isByRange ? Buffer.from(postings.subarray(start, end)) : postings;
    this.#at = layer.isByRange ? 0 : start;
    this.#end = layer.isByRange ? end - start : end;
    this.#places = places;
  }

  /** @returns false at the end */
  next(): boolean {
    while (this.#at < this.#end) {
      let value = this.postings[this.#at++] ?? 0;
      if (value > 127) {
        value &= 127;
        for (let shift = 7, byte = 128; byte > 127; shift += 7) {
          byte = this.postings[this.#at++] ?? 0;
          value |= (byte & 127) << shift;
        }
      }
      this.#local += value >>> 1;
      this.mask = (value & 1) === 0 ? 1 : (this.postings[this.#at++] ?? 0);
      this.from = this.#at;
      for (let bits = this.mask; bits !== 0; bits &= bits - 1) this.#at++;
      this.to = this.#at;
      this.document = this.#places[this.#local] ?? -1;
      if (this.document >= 0) return true;
    }
    return false;
  }
}

/** The terms that the first layer does not have, each once, in the order of their bytes. */
function extraTerms(layers: readonly SegmentReader[]): ExtraTerm[] {
  const [first, ...others] = layers;
  const result = new Map<string, ExtraTerm>();
  for (const { terms, termBytes, termOffsets } of others)
    for (let number = 0; number < terms; number++) {
      const bytes = termBytes.subarray(termOffsets[number], termOffsets[number + 1]);
      const term = bytes.toString("utf8");
      if (result.has(term)) continue;
      const at = first?.find(term) ?? ~0;
      if (at < 0) result.set(term, { bytes, before: ~at });
    }
  return [...result.values()].sort((a, b) => a.before - b.before || Buffer.compare(a.bytes, b.bytes));
}
