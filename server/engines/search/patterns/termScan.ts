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
  const target = Buffer.from(part);
  const { termBytes, termOffsets } = segment;
  let term = 0;
  for (let at = termBytes.indexOf(target); at >= 0; at = termBytes.indexOf(target, at + 1)) {
    term = segment.termAt(at, term);
    const end = termOffsets[term + 1] ?? 0;
    // The terms lie one behind the other, so a match may straddle two of them.
    if (at + target.length > end || (atEnd && at + target.length < end)) continue;
    visit(term);
    at = end - 1;
  }
}

/** Calls back for each term of a segment that begins with `part`. */
export function eachTermFrom(segment: SegmentReader, part: string, visit: (term: number) => void): void {
  const prefix = Buffer.from(part);
  const { termBytes, termOffsets } = segment;
  const matchingTerm = segment.find(part);
  for (let term = matchingTerm < 0 ? ~matchingTerm : matchingTerm; term < segment.terms; term++) {
    const from = termOffsets[term] ?? 0;
    const end = from + prefix.length;
    if (end > (termOffsets[term + 1] ?? 0) || termBytes.compare(prefix, 0, prefix.length, from, end) !== 0) return;
    visit(term);
  }
}
