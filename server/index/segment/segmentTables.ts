import { DamagedIndexError } from "../indexErrors.ts";
import type { SectionFile, Tail } from "./SectionFile.ts";

export const SEGMENT_KIND = "segment";
/** The last section, so that the file begins with the terms and the lengths. */
export const POSTINGS = "postings";
export const SEGMENT_TAIL: Tail = { kind: SEGMENT_KIND, section: POSTINGS };

/** What of a segment grows with its terms and documents, except the postings. */
export interface SegmentTables {
  readonly termBytes: Buffer;
  readonly termOffsets: Uint32Array;
  /** Where the postings of each term begin, and the end of the last. */
  readonly starts: Uint32Array;
  readonly documentCounts: Uint32Array;
  /** Words of the fields of documents, field after field. */
  readonly lengths: Uint32Array;
}

/** Numbers of documents, fields and terms. */
export function sizesOf(container: SectionFile): {
  readonly documents: number;
  readonly fields: number;
  readonly terms: number;
} {
  const [documents = 0, fields = 0, terms = 0] = container.u32("meta");
  return { documents, fields, terms };
}

/** @throws DamagedIndexError where they do not fit together */
export function tablesOf(container: SectionFile): SegmentTables {
  const { documents, fields, terms } = sizesOf(container);
  const tables = {
    termBytes: container.bytes("terms.bytes"),
    termOffsets: container.u32("terms.offsets"),
    starts: container.u32("starts"),
    documentCounts: container.u32("counts"),
    lengths: container.u32("lengths"),
  };
  const fits =
    tables.starts.length === terms + 1 &&
    tables.termOffsets.length === terms + 1 &&
    tables.documentCounts.length === terms &&
    (fields > 0 || documents === 0) &&
    tables.lengths.length === documents * fields;
  if (!fits) throw new DamagedIndexError(SEGMENT_KIND, "its tables do not fit together");
  return tables;
}
