import fc from "fast-check";
import { expect, test } from "vitest";
import { PackedTerms, packSegment } from "../../../server/index/segment/PackedTerms.ts";
import { Segment } from "../../../server/index/segment/segment.ts";
import { POSTINGS, SEGMENT_KIND } from "../../../server/index/segment/segmentTables.ts";
import { SectionFile } from "../../../server/index/segment/SectionFile.ts";
import { SegmentWriter } from "../../../server/index/segment/segmentWriter.ts";
import { fuzz } from "../../fuzz/fuzzRuns.ts";

const letters = fc.string({ unit: fc.constantFrom("a", "b", "ab", "z9", "ı", "ğ"), minLength: 1, maxLength: 6 });

/** The packed tables of a segment, from the part of its file that is before the postings. */
function packed(file: Buffer): PackedTerms {
  const { offset } = new SectionFile(file, SEGMENT_KIND).range(POSTINGS);
  return new PackedTerms(packSegment(Buffer.from(file.subarray(0, offset)), file.length));
}

test("packed tables have each term where the segment has it, and no other", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.tuple(letters, fc.nat(1)), { maxLength: 40 }), { minLength: 1, maxLength: 12 }),
      fc.array(letters, { maxLength: 20 }),
      (documents, others) => {
        const writer = new SegmentWriter(2);
        for (const words of documents) {
          for (const [word, field] of words) writer.addText(field, word);
          writer.endDocument();
        }
        const file = writer.finish();
        const whole = new Segment(file);
        const terms = packed(file);
        expect([terms.documents, terms.fields, terms.terms, terms.wholeBytes]).toEqual([
          whole.documents,
          whole.fields,
          whole.terms,
          file.length,
        ]);
        expect([...terms.lengths]).toEqual([...whole.allLengths]);
        const all = Array.from({ length: whole.terms }, (_, number) => whole.term(number));
        for (const text of [...all, ...others, "", "zzz", `${all.at(-1) ?? ""}z`])
          expect(terms.find(text), text).toBe(whole.find(text));
        for (const number of all.keys()) expect(terms.row(number)).toEqual(whole.range(number));
      },
    ),
    fuzz(200),
  );
});

test("a term of more than a kilobyte, and a field of more than 65,535 words", () => {
  const writer = new SegmentWriter(1);
  const long = "x".repeat(3000);
  writer.addToken(0, "a");
  for (let word = 0; word < 70_000; word += 1) writer.addToken(0, `w${word % 7}`);
  writer.endDocument();
  writer.addToken(0, long);
  writer.endDocument();
  const file = writer.finish();
  const whole = new Segment(file);
  const terms = packed(file);
  const numbers = Array.from({ length: whole.terms }, (_, number) => terms.find(whole.term(number)));
  expect(numbers).toEqual(Array.from({ length: whole.terms }, (_, number) => number));
  expect([...terms.lengths]).toEqual([...whole.allLengths]);
});
