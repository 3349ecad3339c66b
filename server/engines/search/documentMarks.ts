import type { MultiSegmentReader } from "../../index/segment/MultiSegmentReader.ts";

/** A set of documents of one segment: a number other than 0 for each document that is in it. */
export type DocumentMarks = Uint8Array;

/** The empty set for each member of a group. */
export const noMarks = ({ members }: MultiSegmentReader): DocumentMarks[] =>
  members.map(({ segment }) => new Uint8Array(segment.documents));

/** Removes from `marks` what `others` lacks. Both hold 0 and 1 alone. */
export function intersectMarks(marks: DocumentMarks, other: DocumentMarks | undefined): void {
  for (let document = 0; document < marks.length; document++)
    marks[document] = (marks[document] ?? 0) & (other?.[document] ?? 0);
}

/** Adds to `marks` what `others` has. Both hold 0 and 1 alone. */
export function uniteMarks(marks: DocumentMarks, other: DocumentMarks | undefined): void {
  if (!other) return;
  for (let document = 0; document < marks.length; document++)
    marks[document] = (marks[document] ?? 0) | (other[document] ?? 0);
}

/** The numbers of the marked documents, ascending. */
export function markedDocuments(marks: DocumentMarks): Uint32Array {
  const list = new Uint32Array(marks.length);
  let count = 0;
  for (let document = 0; document < marks.length; document++) if (marks[document] !== 0) list[count++] = document;
  return list.slice(0, count);
}

/** Those of `documents` that are marked, in their order. */
export function onlyMarked(documents: Uint32Array, marks: DocumentMarks): Uint32Array {
  const list = new Uint32Array(documents.length);
  let count = 0;
  for (const document of documents) if (marks[document] !== 0) list[count++] = document;
  return list.subarray(0, count);
}
