import { describe, expect, test } from "vitest";
import { DamagedIndexError, IndexFormatError } from "../../../server/index/indexErrors.ts";
import { PostingBlocks, blocksOf } from "../../../server/index/segment/postingBlocks.ts";
import { Segment } from "../../../server/index/segment/segment.ts";
import { type FieldScheme, MultiSegmentReader, DocIdList } from "../../../server/index/segment/MultiSegmentReader.ts";
import { mergeSegments } from "../../../server/index/segment/segmentMerge.ts";
import { SegmentWriter } from "../../../server/index/segment/segmentWriter.ts";
import { type NaiveDocument, naiveScores, randomNumbers } from "./naiveBm25f.ts";

const SCHEME: FieldScheme = { weights: [1, 2, 4], lengthPenalty: [0.75, 0.5, 0.3], saturation: 1.2 };
const ALPHABET = ["a", "b", "ab", "zebra", "öl", "日本", "x".repeat(40), "mid", "middle", "0", "😀"];

function written(documents: readonly NaiveDocument[]): Segment {
  const writer = new SegmentWriter(3);
  for (const document of documents) {
    document.forEach((words, field) => {
      for (const word of words) writer.addTerm(field, word);
    });
    writer.endDocument();
  }
  return new Segment(writer.finish());
}

function randomDocuments(random: () => number, count: number): NaiveDocument[] {
  return Array.from({ length: count }, () =>
    [12, 4, 2].map((most) =>
      Array.from(
        { length: Math.floor(random() * most) },
        () => ALPHABET[Math.floor(random() ** 2 * ALPHABET.length)] ?? "a",
      ),
    ),
  );
}

describe("a segment scores as a naive BM25F does", () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])("with random documents, seed %i", (seed) => {
    const random = randomNumbers(seed);
    const documents = randomDocuments(random, 1 + Math.floor(random() * 200));
    const terms = ALPHABET.map((term) => ({ term, weight: random() })).concat({ term: "nowhere", weight: 1 });
    const [scores = new Float32Array()] = new MultiSegmentReader([{ segment: written(documents) }], SCHEME).score(
      terms,
    );
    naiveScores(documents, terms, SCHEME).forEach((expected, document) => {
      expect(scores[document]).toBeCloseTo(expected, 4);
    });
  });

  test.each([11, 12, 13])("also when the documents are spread over segments, seed %i", (seed) => {
    const random = randomNumbers(seed);
    const documents = randomDocuments(random, 120);
    const terms = ALPHABET.map((term) => ({ term, weight: 1 }));
    const cut = 70;
    const group = new MultiSegmentReader(
      [{ segment: written(documents.slice(0, cut)) }, { segment: written(documents.slice(cut)) }],
      SCHEME,
    );
    const [first = new Float32Array(), second = new Float32Array()] = group.score(terms);
    const found = [...first, ...second];
    naiveScores(documents, terms, SCHEME).forEach((expected, document) => {
      expect(found[document]).toBeCloseTo(expected, 4);
    });
  });

  test("counts stop at 255 without harm to their neighbours", () => {
    const documents: NaiveDocument[] = [
      [Array.from({ length: 1000 }, () => "a"), ["b"], []],
      [["a"], [], []],
    ];
    const terms = [
      { term: "a", weight: 1 },
      { term: "b", weight: 1 },
    ];
    const [scores = new Float32Array()] = new MultiSegmentReader([{ segment: written(documents) }], SCHEME).score(
      terms,
    );
    naiveScores(documents, terms, SCHEME).forEach((expected, document) => {
      expect(scores[document]).toBeCloseTo(expected, 4);
    });
  });
});

describe("long lists", () => {
  /** Long enough for lists with blocks, with gaps of one byte and of two. */
  function longDocuments(random: () => number): NaiveDocument[] {
    return randomDocuments(random, 3000).map((document, at) => (at % 1000 > 700 ? [["rare"], [], []] : document));
  }
  const marksOf = (random: () => number, share: number): Buffer =>
    Buffer.from(Uint8Array.from({ length: 3000 }, () => Number(random() < share)));

  test.each([31, 32, 33])("give the marked documents what they give all, seed %i", (seed) => {
    const random = randomNumbers(seed);
    const segment = written(longDocuments(random));
    const group = new MultiSegmentReader([{ segment }], SCHEME);
    for (const share of [0, 0.001, 0.02, 0.5, 1]) {
      const marks = marksOf(random, share);
      const [all = new Float32Array()] = group.score(ALPHABET.map((term) => ({ term, weight: 1 })));
      const scores = [new Float32Array(3000)];
      const touched = [new DocIdList(new Uint32Array(3000))];
      for (const term of ALPHABET)
        group.addTerm(scores, term, 1, SCHEME.weights, { docIds: touched, filters: [marks] });
      expect([...(scores[0] ?? [])]).toEqual([...all].map((score, document) => (marks[document] === 1 ? score : 0)));
      const holders = group.documentsWithAll(0, ["a", "zebra", "öl"]);
      expect([...group.documentsWithAll(0, ["a", "zebra", "öl"], marks)]).toEqual(
        [...holders].filter((document) => marks[document] === 1),
      );
    }
  });

  test("are entered at the first block that has a marked document", () => {
    const random = randomNumbers(41);
    const segment = written(longDocuments(random));
    const term = segment.find("a");
    const blocks = blocksOf(segment, term);
    if (!blocks) throw new Error("The list is too short.");
    expect(blocks.length).toBe(Math.ceil(segment.documentCount(term) / 64));
    for (let one = 0; one < segment.documents; one++) {
      const marks = Buffer.alloc(segment.documents);
      marks[one] = 1;
      const expected = Array.from({ length: blocks.length }, (_, block) => block).find(
        (block) => (blocks.before[block] ?? 0) < one && one <= (blocks.before[block + 1] ?? 0),
      );
      expect(blocks.next(0, marks)).toBe(expected ?? blocks.length);
      expect(blocks.next((expected ?? blocks.length) + 1, marks)).toBe(blocks.length);
    }
    expect(blocksOf(segment, segment.find("a"))).toBe(blocks);
    expect(blocksOf(written([[["a"], [], []]]), 0)).toBeNull();
    expect(new PostingBlocks(segment, segment.range(term)).starts).toEqual(blocks.starts);
  });

  test("score the same for any number of queries and any cached lists", () => {
    const random = randomNumbers(51);
    const documents = longDocuments(random);
    const terms = ALPHABET.map((term) => ({ term, weight: 1 }));
    const group = new MultiSegmentReader([{ segment: written(documents) }], SCHEME);
    const first = group.score(terms);
    for (let time = 0; time < 3; time++) {
      expect(group.score(terms)).toEqual(first);
      expect(group.score(terms, [0, 0, 1])).toEqual(
        new MultiSegmentReader([{ segment: written(documents) }], SCHEME).score(terms, [0, 0, 1]),
      );
    }
  });
});

describe("a merge", () => {
  test.each([21, 22, 23, 24])("gives the very bytes that writing all documents at once gives, seed %i", (seed) => {
    const random = randomNumbers(seed);
    const old = randomDocuments(random, 90);
    const fresh = randomDocuments(random, 30);
    // Some old documents go, the new ones are between those that stay.
    const places = new Int32Array(old.length).fill(-1);
    const freshPlaces = new Int32Array(fresh.length);
    const all: NaiveDocument[] = [];
    let nextFresh = 0;
    old.forEach((document, at) => {
      while (nextFresh < fresh.length && random() < 0.3) {
        freshPlaces[nextFresh] = all.length;
        all.push(fresh[nextFresh++] ?? []);
      }
      if (random() < 0.7) {
        places[at] = all.length;
        all.push(document);
      }
    });
    while (nextFresh < fresh.length) {
      freshPlaces[nextFresh] = all.length;
      all.push(fresh[nextFresh++] ?? []);
    }
    const merged = new Segment(
      mergeSegments(
        [
          { segment: written(old), places },
          { segment: written(fresh), places: freshPlaces },
        ],
        all.length,
        3,
      ),
    );
    const whole = written(all);
    expect(merged.documents).toBe(whole.documents);
    expect(Array.from({ length: merged.terms }, (_, number) => merged.term(number))).toEqual(
      Array.from({ length: whole.terms }, (_, number) => whole.term(number)),
    );
    expect(merged.postings.equals(whole.postings)).toBe(true);
    for (const field of [0, 1, 2]) expect(merged.lengths(field)).toEqual(whole.lengths(field));
  });
});

describe("a damaged segment is refused in clear words", () => {
  const writer = new SegmentWriter(1);
  writer.addText(0, "some words to index");
  writer.endDocument();
  const whole = writer.finish();

  test("when it is cut", () => {
    expect(() => new Segment(whole.subarray(0, whole.length - 8))).toThrow(DamagedIndexError);
    expect(() => new Segment(Buffer.alloc(0))).toThrow(/is damaged/);
  });

  test("when any one byte of it is changed", () => {
    for (let at = 8; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      expect(() => new Segment(changed), `byte ${at}`).toThrow(DamagedIndexError);
    }
  });

  test("when it is of another format", () => {
    const other = Buffer.from(whole);
    other.writeUInt32LE(99, 4);
    expect(() => new Segment(other)).toThrow(IndexFormatError);
  });
});

test("terms are found by binary search, and a missing one returns its insertion point", () => {
  const segment = written([[["b", "d", "öl"], [], []]]);
  expect(segment.term(segment.find("d"))).toBe("d");
  expect(segment.term(segment.find("öl"))).toBe("öl");
  expect(segment.find("c")).toBe(~1);
  expect(segment.find("")).toBe(~0);
});
