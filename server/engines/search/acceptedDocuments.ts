import type { MultiSegmentReader } from "../../index/segment/MultiSegmentReader.ts";

/** A set of documents of one segment: a number other than 0 for each document that is in it. */
export type AcceptedDocuments = Uint8Array;

/** The empty set for each member of a group. */
export const noneAccepted = ({ members }: MultiSegmentReader): AcceptedDocuments[] =>
  members.map(({ segment }) => new Uint8Array(segment.documents));

/** Removes from `accepted` what `other` lacks. Both hold 0 and 1 alone. */
export function intersectAccepted(accepted: AcceptedDocuments, other: AcceptedDocuments | undefined): void {
  for (let document = 0; document < accepted.length; document++)
    accepted[document] = (accepted[document] ?? 0) & (other?.[document] ?? 0);
}

/** Adds to `accepted` what `other` has. Both hold 0 and 1 alone. */
export function uniteAccepted(accepted: AcceptedDocuments, other: AcceptedDocuments | undefined): void {
  if (!other) return;
  for (let document = 0; document < accepted.length; document++)
    accepted[document] = (accepted[document] ?? 0) | (other[document] ?? 0);
}

/** The numbers of the accepted documents, ascending. */
export function acceptedNumbers(accepted: AcceptedDocuments): Uint32Array {
  const list = new Uint32Array(accepted.length);
  let count = 0;
  for (let document = 0; document < accepted.length; document++) if (accepted[document] !== 0) list[count++] = document;
  return list.slice(0, count);
}

/** Those of `documents` that are accepted, in their order. */
export function onlyAccepted(documents: Uint32Array, accepted: AcceptedDocuments): Uint32Array {
  const list = new Uint32Array(documents.length);
  let count = 0;
  for (const document of documents) if (accepted[document] !== 0) list[count++] = document;
  return list.subarray(0, count);
}
