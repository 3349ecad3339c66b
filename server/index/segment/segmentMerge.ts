import type { Segment } from "./segment.ts";
import { SegmentSections } from "./segmentWriter.ts";

/** A segment to merge and where its documents go: the new number of each, or -1 for a deleted one (a tombstone). */
export interface MergeInput {
  readonly segment: Segment;
  /** Ascending where not -1: documents keep their order, which is what lets lists be merged without sorting. */
  readonly places: Int32Array;
}

/**
 * Merges several segments in one pass over their postings: a sync analyses only changed files and still writes one compact segment. Two
 * inputs must not map to the same place; a place without an input is an empty document.
 */
export function mergeSegments(inputs: readonly MergeInput[], documents: number, fields: number): Buffer {
  const cursors = inputs.map(({ segment, places }) => ({ segment, places, term: 0 }));
  const out = new SegmentSections(Math.max(16, ...inputs.map(({ segment }) => segment.terms)));
  const rows: Row[] = [];
  for (;;) {
    const smallest = smallestTerm(cursors);
    if (smallest === null) break;
    rows.length = 0;
    let sources = 0;
    for (const cursor of cursors) {
      if (cursor.term >= cursor.segment.terms || !sameTerm(cursor.segment, cursor.term, smallest)) continue;
      collect(cursor.segment, cursor.term, cursor.places, rows);
      cursor.term++;
      sources++;
    }
    if (rows.length === 0) continue;
    if (sources > 1) rows.sort((a, b) => a.document - b.document);
    out.startTerm(smallest);
    for (const row of rows) out.posting(row.document, row.bytes, row.at);
    out.endTerm();
  }
  const lengths = Array.from({ length: fields }, () => new Uint32Array(documents));
  for (const { segment, places } of inputs) {
    for (let field = 0; field < Math.min(fields, segment.fields); field++) {
      const column = segment.lengths(field);
      for (let document = 0; document < places.length; document++) {
        const position = places[document] ?? -1;
        const target = lengths[field];
        if (position >= 0 && target) target[position] = column[document] ?? 0;
      }
    }
  }
  return out.write(documents, lengths);
}

interface Row {
  document: number;
  bytes: Uint8Array;
  /** The offset of the field mask. */
  at: number;
}

function smallestTerm(cursors: readonly { segment: Segment; term: number }[]): Buffer | null {
  let smallest: Buffer | null = null;
  for (const { segment, term } of cursors) {
    if (term >= segment.terms) continue;
    const bytes = segment.termBytes.subarray(segment.termOffsets[term], segment.termOffsets[term + 1]);
    if (smallest === null || Buffer.compare(bytes, smallest) < 0) smallest = bytes;
  }
  return smallest;
}

function sameTerm(segment: Segment, term: number, bytes: Buffer): boolean {
  return (
    segment.termBytes.compare(bytes, 0, bytes.length, segment.termOffsets[term], segment.termOffsets[term + 1]) === 0
  );
}

/** The mask of a field-0-only posting is implied, so such a row gets mask and count from a small table. */
const FIELD_0 = Buffer.from(Array.from({ length: 256 }, (_, count) => [1, count]).flat());

function collect(segment: Segment, term: number, places: Int32Array, rows: Row[]): void {
  const { postings } = segment;
  const { start, end } = segment.range(term);
  let document = -1;
  for (let at = start; at < end;) {
    let value = postings[at++] ?? 0;
    if (value > 127) {
      value &= 127;
      for (let shift = 7, byte = 128; byte > 127; shift += 7) {
        byte = postings[at++] ?? 0;
        value |= (byte & 127) << shift;
      }
    }
    document += value >>> 1;
    const position = places[document] ?? -1;
    if ((value & 1) === 0) {
      const count = postings[at++] ?? 0;
      if (position >= 0) rows.push({ document: position, bytes: FIELD_0, at: count * 2 });
    } else {
      if (position >= 0) rows.push({ document: position, bytes: postings, at });
      const mask = postings[at++] ?? 0;
      for (let bits = mask; bits !== 0; bits &= bits - 1) at++;
    }
  }
}
