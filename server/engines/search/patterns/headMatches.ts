import type { StringColumn } from "../../../index/segment/stringColumn.ts";

/** Bytes that are decoded in one piece; larger strings are allocated apart, which takes longer than the decoding. */
const PIECE_BYTES = 32 * 1024;

/**
 * Calls back for each string of a column that contains the phrase, in order. All strings are searched as they lie, which for thousands of
 * candidates takes a tenth of asking each.
 * @param expression global; ASCII alone, so that bytes beyond ASCII never match
 */
export function eachHeadWith(
  { bytes, offsets, length }: StringColumn,
  expression: RegExp,
  visit: (document: number) => void,
): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let first = 0; first < length;) {
    const from = offsets[first] ?? 0;
    let end = first + 1;
    while (end < length && (offsets[end + 1] ?? 0) - from <= PIECE_BYTES) end++;
    const text = buffer.toString("latin1", from, offsets[end]);
    let document = first;
    expression.lastIndex = 0;
    for (let match = expression.exec(text); match && document < end; match = expression.exec(text)) {
      const at = from + match.index;
      while (document < end && (offsets[document + 1] ?? 0) <= at) document++;
      const next = offsets[document + 1] ?? 0;
      if (at + match[0].length <= next) {
        visit(document);
        expression.lastIndex = next - from;
        document++;
        // A match that extends into the next string is none; another one may begin behind it.
      } else expression.lastIndex = match.index + 1;
    }
    first = end;
  }
}
