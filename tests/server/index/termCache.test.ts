import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { FileRange } from "../../../server/index/segment/FileRange.ts";
import { Segment } from "../../../server/index/segment/segment.ts";
import { SEGMENT_TAIL } from "../../../server/index/segment/segmentTables.ts";
import { sectionHeadOf } from "../../../server/index/segment/SectionFile.ts";
import { SegmentWriter } from "../../../server/index/segment/segmentWriter.ts";
import { TermCache } from "../../../server/index/segment/TermCache.ts";
import { fuzz } from "../../fuzz/fuzzRuns.ts";

const WORDS = ["alpha", "beta", "gamma", "delta"];
const SEGMENTS = 5;
/** What the segment has for a term: the cache must give this or nothing. */
const rowOf = (segment: number, term: number) => ({ start: 3, end: 3 + term * 40, documents: segment * 100 + term });
const postingsOf = (segment: number, term: number): Buffer => Buffer.alloc(term * 40, segment * 10 + term);
const numberOf = (segment: number, word: string): number =>
  WORDS.indexOf(word) % 2 === 0 ? segment : ~(segment + WORDS.indexOf(word));

test("a cache of any size gives what was stored for a term of a segment, or nothing", () => {
  const step = fc.tuple(
    fc.nat(SEGMENTS - 1),
    fc.nat(WORDS.length - 1),
    fc.constantFrom("number", "row", "postings", "open"),
  );
  fc.assert(
    fc.property(fc.constantFrom(400, 2000, 20_000), fc.array(step, { maxLength: 300 }), (maxBytes, steps) => {
      const cache = new TermCache(maxBytes);
      const places = Array.from({ length: SEGMENTS }, () => cache.newPlace());
      for (const [segment, term, kind] of steps) {
        const word = WORDS[term] ?? "";
        const place = places[segment] ?? cache.newPlace();
        const number = cache.numberOf(word, place);
        expect([undefined, numberOf(segment, word)]).toContain(number);
        expect(cache.documentsOf(word, place)).toBe(number === undefined ? undefined : segment + 7 * term);
        const row = cache.row(segment, term);
        const { start, end, documents } = row ?? rowOf(segment, term);
        expect({ start, end, documents }).toEqual(rowOf(segment, term));
        const postings = row?.block?.subarray(row.at, row.at + end - start) ?? postingsOf(segment, term);
        expect(postings).toEqual(postingsOf(segment, term));
        if (kind === "number") cache.setNumber(word, place, numberOf(segment, word), segment + 7 * term);
        else if (kind === "row") cache.setRow(segment, term, rowOf(segment, term));
        else if (kind === "postings") cache.setPostings(segment, term, rowOf(segment, term), postingsOf(segment, term));
        else places[segment] = cache.newPlace();
      }
    }),
    fuzz(200),
  );
});

test("what is used stays while others come, and what is not used is dropped", () => {
  const cache = new TermCache(20_000);
  const place = cache.newPlace();
  cache.setNumber("used", place, 7, 1);
  cache.setNumber("unused", place, 8, 1);
  cache.setPostings(0, 1, rowOf(0, 1), postingsOf(0, 1));
  cache.setPostings(0, 2, rowOf(0, 2), postingsOf(0, 2));
  for (let other = 0; other < 1000; other += 1) {
    cache.setPostings(1, other, { start: 0, end: 60, documents: 1 }, Buffer.alloc(60));
    expect(cache.numberOf("used", place)).toBe(7);
    expect(cache.row(0, 1)?.block).not.toBeNull();
    expect(cache.row(0, 1)).toBeDefined();
  }
  expect(cache.numberOf("unused", place)).toBeUndefined();
  expect(cache.row(0, 2)).toBeUndefined();
  expect(cache.row(1, 0)).toBeUndefined();
});

test("a list of a segment in a file is read from it once", () => {
  const writer = new SegmentWriter(1);
  for (let document = 0; document < 50; document += 1) {
    writer.addText(0, document % 2 === 0 ? "even number" : "odd number");
    writer.endDocument();
  }
  const folder = mkdtempSync(join(tmpdir(), "clew-terms-"));
  const path = join(folder, "segment");
  writeFileSync(path, writer.finish());
  const file = new FileRange(path);
  const segment = new Segment(sectionHeadOf(file, SEGMENT_TAIL), file);
  const documentsOf = (word: string): number[] => {
    const documents: number[] = [];
    segment.eachDocument(segment.find(word), (document) => documents.push(document));
    return documents;
  };
  const [even, numbers] = [documentsOf("even"), documentsOf("number")];
  expect([even.length, numbers.length]).toEqual([25, 50]);
  for (const _ of ["read", "cached"])
    expect(["even", "number", "none"].map((word) => segment.documentsWith(word))).toEqual([25, 50, 0]);
  truncateSync(path, 0);
  expect(documentsOf("even")).toEqual(even);
  expect(documentsOf("number")).toEqual(numbers);
  expect(() => documentsOf("odd")).toThrow("damaged");
  rmSync(folder, { recursive: true });
});

test("the names with a term are those of its documents, read from memory, from a file and from the cache", () => {
  const word = fc.constantFrom(...WORDS);
  const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.array(fc.record({ body: text, name: text }), { minLength: 1, maxLength: 20 }), (documents) => {
      const writer = new SegmentWriter(2);
      for (const { body, name } of documents) {
        writer.addText(0, body);
        writer.addText(1, name);
        writer.endDocument();
      }
      const bytes = writer.finish();
      const folder = mkdtempSync(join(tmpdir(), "clew-names-"));
      const path = join(folder, "segment");
      writeFileSync(path, bytes);
      const file = new FileRange(path);
      for (const segment of [new Segment(bytes), new Segment(sectionHeadOf(file, SEGMENT_TAIL), file)])
        for (const _ of ["read", "cached"])
          for (const wanted of WORDS) {
            const number = segment.find(wanted);
            if (number < 0) continue;
            const named = documents.flatMap(({ name }, document) =>
              name.split(" ").includes(wanted) ? [document] : [],
            );
            expect([...segment.named(number)]).toEqual(named);
          }
      rmSync(folder, { recursive: true });
    }),
    fuzz(60),
  );
});
