import type { SegmentReader } from "../../../index/segment/segment.ts";

/**
 * Calls back for each term of a segment that contains `part`, in the order of the terms and once for each.
 * @param atEnd only terms that end with it
 */
export function eachTermContaining(
  segment: SegmentReader,
  part: string,
  visit: (term: number) => void,
  atEnd = false,
): void {
  const wanted = Buffer.from(part);
  const { termBytes, termOffsets } = segment;
  let term = 0;
  for (let at = termBytes.indexOf(wanted); at >= 0; at = termBytes.indexOf(wanted, at + 1)) {
    term = segment.termAt(at, term);
    const end = termOffsets[term + 1] ?? 0;
    // The terms lie one behind the other, so a match may straddle two of them.
    if (at + wanted.length > end || (atEnd && at + wanted.length < end)) continue;
    visit(term);
    at = end - 1;
  }
}

/** Calls back for each term of a segment that begins with `part`. */
export function eachTermFrom(segment: SegmentReader, part: string, visit: (term: number) => void): void {
  const wanted = Buffer.from(part);
  const { termBytes, termOffsets } = segment;
  const found = segment.find(part);
  for (let term = found < 0 ? ~found : found; term < segment.terms; term++) {
    const from = termOffsets[term] ?? 0;
    const end = from + wanted.length;
    if (end > (termOffsets[term + 1] ?? 0) || termBytes.compare(wanted, 0, wanted.length, from, end) !== 0) return;
    visit(term);
  }
}
