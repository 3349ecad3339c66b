import { expect, test } from "vitest";
import { SegmentWriter } from "../../../server/index/segment/segmentWriter.ts";
import { BatchedSegmentWriter } from "../../../server/index/segment/BatchedSegmentWriter.ts";

const DOCUMENTS = Array.from({ length: 60 }, (_, at) => ({
  body: `startServer fails at line${at % 7} İstanbul ${"word ".repeat(at % 5)}`,
  title: at % 11 === 0 ? "" : `common title${at % 3}`,
}));

function fill<T extends Pick<SegmentWriter, "addText" | "finish"> & { endDocument(): unknown }>(writer: T): Buffer {
  for (const { body, title } of DOCUMENTS) {
    writer.addText(0, body);
    writer.addText(1, title);
    writer.endDocument();
  }
  return writer.finish();
}

test.each([1, 40, 100_000])(
  "a segment written in slices of %i postings is that of one writer, byte by byte",
  (slice) => {
    expect(fill(new BatchedSegmentWriter(2, slice)).equals(fill(new SegmentWriter(2)))).toBe(true);
  },
);

test("nothing at all is a segment as well", () => {
  expect(new BatchedSegmentWriter(2, 1).finish().equals(new SegmentWriter(2).finish())).toBe(true);
});

test("resets the counters at each slice, so that memory does not grow with the documents", () => {
  const writer = new SegmentWriter(1);
  writer.addText(0, "one two three");
  expect(writer.postings).toBe(0);
  writer.endDocument();
  expect(writer.postings).toBeGreaterThanOrEqual(3);
});
