/** One posting list inside the section of postings. */
export interface PostingRange {
  readonly start: number;
  readonly end: number;
  /** Documents in the list. */
  readonly documents: number;
}

/** One posting list, and the bytes that its offsets refer to. */
export interface PostingList extends PostingRange {
  readonly postings: Buffer;
}

/** Calls `visit(document, field mask)` for each posting of a list. */
export function eachPosting(
  { postings, start, end }: PostingList,
  visit: (document: number, mask: number) => void,
): void {
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
    if ((value & 1) === 0) {
      at++;
      visit(document, 1);
    } else {
      const mask = postings[at++] ?? 0;
      for (let bits = mask; bits !== 0; bits &= bits - 1) at++;
      visit(document, mask);
    }
  }
}

/** The field of a name, in segments whose documents have one. */
export const NAME_FIELD = 1;

/** The documents that have the term of a list in the field of names, in their order. */
export function namedIn(list: PostingList): Uint32Array {
  const named: number[] = [];
  eachPosting(list, (document, mask) => {
    if ((mask & (1 << NAME_FIELD)) !== 0) named.push(document);
  });
  return Uint32Array.from(named);
}
