import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Collection,
  EMPTY_FIELDS,
  COLLECTION_DEFAULTS,
} from "../../../server/engines/search/collections/collection.ts";
import { Conditions } from "../../../server/engines/search/filters/conditions.ts";
import { FacetTally, facetsOf } from "../../../server/engines/search/filters/facets.ts";
import { NO_VALUE } from "../../../server/engines/search/collections/facetColumns.ts";
import {
  countBits,
  matchGroup,
  documentsWithTerms,
  matchAtLeast,
} from "../../../server/engines/search/scoring/match.ts";
import { compilePattern } from "../../../server/engines/search/patterns/compilePattern.ts";
import { firstMatch } from "../../../server/engines/search/patterns/patternMatches.ts";
import type { Condition } from "../../../server/engines/search/query/plan.ts";
import { candidatesOf, select } from "../../../server/engines/search/select.ts";
import { Scratch } from "../../../server/engines/search/scoring/ScratchPool.ts";
import type { SearchTerm } from "../../../server/engines/search/query/queryTerms.ts";
import { Segment } from "../../../server/index/segment/segment.ts";
import { MultiSegmentReader } from "../../../server/index/segment/MultiSegmentReader.ts";
import { SegmentWriter } from "../../../server/index/segment/segmentWriter.ts";
import { termsOfText } from "../../../server/index/text/tokenize.ts";
import { fuzz } from "../../fuzz/fuzzRuns.ts";

/** What a search finds by its shortcuts is what looking at every document finds. */

const WORDS = ["retry", "policy", "retryPolicy", "cookie", "jars", "the", "setValue", "value", "loops"];
const document = fc.array(fc.constantFrom(...WORDS, "RETRY\n", "close(x)"), { maxLength: 12 });
const documents = fc.array(document, { minLength: 1, maxLength: 30 });
const query = fc.uniqueArray(fc.constantFrom(...WORDS.filter((word) => word !== "the")), {
  minLength: 1,
  maxLength: 4,
});

/** One for all searches, so that each writes into the memory of the one before. */
const scratch = new Scratch();
const NO_CONTEXT = { sourceNames: new Map<string, string>(), ref: null, refs: [], nowMs: 0 };

const wordsOf = (texts: readonly string[]): SearchTerm[] =>
  termsOfText(texts.join(" ")).map(({ fullTerm, stems }) => ({
    text: fullTerm,
    fullTerm,
    stems,
    variants: [],
    expansion: null,
    isStopWord: fullTerm === "the",
    isOpening: false,
  }));

function groupOf(members: readonly (readonly string[][])[]): MultiSegmentReader {
  const segments = members.map((texts) => {
    const writer = new SegmentWriter(2);
    for (const text of texts) {
      writer.addText(0, text.join(" "));
      writer.addText(1, text[0] ?? "");
      writer.endDocument();
    }
    return { segment: new Segment(writer.finish()) };
  });
  return new MultiSegmentReader(segments, { weights: [1, 2], lengthPenalty: [0.6, 0.3], saturation: 1.2 });
}

/** A text holds a word as a whole name, or by all stems of it. */
function holds(text: readonly string[], word: SearchTerm): boolean {
  const terms = termsOfText(text.join(" "));
  const stems = new Set(terms.flatMap((term) => term.stems));
  return terms.some(({ fullTerm }) => fullTerm === word.fullTerm) || word.stems.every((stem) => stems.has(stem));
}

function collectionOf(group: MultiSegmentReader, members: readonly (readonly string[][])[]): Collection {
  const values = ["even", "odd"];
  return {
    ...COLLECTION_DEFAULTS,
    kind: "issue",
    group,
    prior: 1,
    facets: () => ({
      state: {
        values,
        ids: members.map((texts) =>
          Uint32Array.from(texts, (text) => (text.length === 0 ? NO_VALUE : text.length % 2)),
        ),
        starts: null,
      },
    }),
    text: ({ member, document: at }) => members[member]?.[at]?.join(" ") ?? "",
    time: () => 0,
    present: ({ document: at }) => ({ ...EMPTY_FIELDS, kind: "issue", id: String(at), title: "" }),
  };
}

const places = (members: readonly (readonly string[][])[]): { member: number; document: number; text: string[] }[] =>
  members.flatMap((texts, member) => texts.map((text, at) => ({ member, document: at, text })));

describe("the shortcuts of a search", () => {
  test("find, count and rank what an exhaustive search does, also with the columns of the search before", () => {
    fc.assert(
      fc.property(
        fc.array(documents, { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(query, fc.boolean(), fc.integer({ min: 1, max: 8 })), { minLength: 1, maxLength: 4 }),
        (members, queries) => {
          const group = groupOf(members);
          const collection = collectionOf(group, members);
          for (const [texts, withStopWord, limit] of queries) {
            const words = wordsOf(withStopWord ? ["the", ...texts] : texts);
            const rareWords = words.filter(({ isStopWord }) => !isStopWord);
            const match = matchGroup(scratch, group, words);
            const needed = Math.min(2, rareWords.length);
            const score = (member: number, at: number): number => match.scores[member]?.[at] ?? 0;
            const freeBits = 2 ** rareWords.length - 1;
            const candidates = candidatesOf(collection, match, freeBits, needed);
            const found = select(collection, match, {
              candidates,
              conditions: new Conditions(collection, [], NO_CONTEXT, candidates),
              freeBits,
              fails: null,
              score,
              limit,
              deadlineMs: Infinity,
            });
            const tally = new FacetTally(collection.facets());
            const expected = places(members).filter(({ member, document: at, text }) => {
              const held = rareWords.filter((word) => holds(text, word)).length;
              expect(countBits(match.bits[member]?.[at] ?? 0)).toBe(held);
              if (held >= needed) tally.add(member, at);
              return held >= needed;
            });
            expected.sort(
              (a, b) =>
                score(b.member, b.document) - score(a.member, a.document) ||
                a.member - b.member ||
                a.document - b.document,
            );
            expect(found.total).toBe(expected.length);
            expect(found.hits.map(({ documentRef }) => [documentRef.member, documentRef.document])).toEqual(
              expected.slice(0, limit).map((place) => [place.member, place.document]),
            );
            expect(facetsOf([found.tally], new Map())).toEqual(facetsOf([tally], new Map()));
          }
        },
      ),
      fuzz(60),
    );
  });

  test("weigh words as the index's own sum does", () => {
    fc.assert(
      fc.property(documents, fc.array(query, { minLength: 1, maxLength: 3 }), (texts, queries) => {
        const group = groupOf([texts]);
        for (const one of queries) {
          const words = wordsOf(one);
          const terms = words.flatMap(({ fullTerm, stems }) => [
            ...(stems.length === 1 ? [] : [{ term: fullTerm, weight: 1 }]),
            ...stems.map((term) => ({ term, weight: 1 / Math.sqrt(stems.length) })),
          ]);
          const [expected] = group.score(terms);
          expect([...(matchGroup(scratch, group, words).scores[0] ?? [])]).toEqual([...(expected ?? [])]);
        }
      }),
      fuzz(60),
    );
  });

  test("match those with enough of the words as all are matched", () => {
    fc.assert(
      fc.property(
        fc.array(documents, { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(query, query, fc.integer({ min: 1, max: 4 })), { minLength: 1, maxLength: 4 }),
        (members, queries) => {
          const group = groupOf(members);
          const other = groupOf(members);
          for (const [texts, more, most] of queries) {
            const free = wordsOf(texts);
            const known = new Set(free.map(({ fullTerm }) => fullTerm));
            const words = [...free, ...wordsOf(["the", ...more]).filter(({ fullTerm }) => !known.has(fullTerm))];
            const needed = Math.min(most, free.length);
            const freeBits = 2 ** free.length - 1;
            const expected = matchGroup(scratch, other, words);
            const found = matchAtLeast(scratch, group, words, free, needed);
            const enough = places(members).filter(
              ({ member, document: at }) => countBits((expected.bits[member]?.[at] ?? 0) & freeBits) >= needed,
            );
            expect(
              found.touched.flatMap(({ list, count }, member) =>
                [...list.subarray(0, count)].sort((a, b) => a - b).map((at) => [member, at]),
              ),
            ).toEqual(enough.map((place) => [place.member, place.document]));
            for (const { member, document: at } of places(members)) {
              const isIn = enough.some((place) => place.member === member && place.document === at);
              expect(found.scores[member]?.[at]).toBe(isIn ? expected.scores[member]?.[at] : 0);
              expect(found.bits[member]?.[at]).toBe(isIn ? (expected.bits[member]?.[at] ?? 0) & freeBits : 0);
            }
          }
        },
      ),
      fuzz(60),
    );
  });

  test("mark the documents that hold words", () => {
    fc.assert(
      fc.property(documents, query, (texts, one) => {
        const words = wordsOf(one);
        const [marks] = documentsWithTerms(groupOf([texts]), words);
        expect([...(marks ?? [])]).toEqual(texts.map((text) => Number(words.every((word) => holds(text, word)))));
      }),
      fuzz(60),
    );
  });

  test("verify regular expressions where the index is unsure, and nowhere else", () => {
    const sources = [
      "retry.?policy",
      "close\\(\\w\\)",
      "^the\\b",
      "jars$",
      "[^a-z ]",
      "co+kie|loops",
      "\\s\\s",
      "x{1,2}\\)",
    ];
    fc.assert(
      fc.property(documents, fc.constantFrom(...sources), fc.boolean(), (texts, source, isExcluded) => {
        const pattern = compilePattern(source, false);
        if ("problem" in pattern) throw new Error(pattern.problem);
        const group = groupOf([texts]);
        const collection = collectionOf(group, [texts]);
        const regex: Condition = { kind: "regex", pattern };
        const match = matchGroup(scratch, group, []);
        const candidates = candidatesOf(collection, match, 0, 0);
        const condition: Condition = isExcluded ? { kind: "not", child: regex } : regex;
        const found = select(collection, match, {
          candidates,
          conditions: new Conditions(collection, [condition], NO_CONTEXT, candidates),
          freeBits: 0,
          fails: null,
          score: () => 1,
          limit: 100,
          deadlineMs: Infinity,
        });
        const expected = texts.flatMap((text, at) =>
          (firstMatch(text.join(" "), pattern) === null) === isExcluded ? [at] : [],
        );
        expect(found.hits.map(({ documentRef }) => documentRef.document)).toEqual(expected);
        expect(found.total).toBe(expected.length);
      }),
      fuzz(120),
    );
  });
});
