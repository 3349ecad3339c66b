import { expect, test } from "vitest";
import { Segment } from "../../../server/index/segment/segment.ts";
import { SegmentWriter } from "../../../server/index/segment/segmentWriter.ts";
import { editDistance } from "../../../contract/matching/editDistance.ts";
import { nearestTerm, termsWithPrefix } from "../../../server/index/segment/vocabulary.ts";

function segmentOf(...documents: string[][]): Segment {
  const writer = new SegmentWriter(1);
  for (const words of documents) {
    for (const word of words) writer.addTerm(0, word);
    writer.endDocument();
  }
  return new Segment(writer.finish());
}

const segments = [
  segmentOf(["redirect", "redirecturl", "retry"], ["redirect", "client"], ["response"]),
  segmentOf(["redirect", "readfile"]),
];

test("words with a prefix come with their counts over all segments, the most frequent first", () => {
  expect(termsWithPrefix(segments, "redir", 5)).toEqual([
    { term: "redirect", documents: 3 },
    { term: "redirecturl", documents: 1 },
  ]);
  expect(termsWithPrefix(segments, "zzz", 5)).toEqual([]);
});

test.each([
  ["redirct", "redirect"],
  ["rediretc", "redirect"],
  ["cleint", "client"],
  ["readfil", "readfile"],
  ["zebra", null],
  ["re", null],
])("the nearest word to %s is %s", (word, nearest) => {
  expect(nearestTerm(segments, word)?.term ?? null).toBe(nearest);
});

test.each([
  ["abc", "abc", 0],
  ["abc", "acb", 1],
  ["abc", "ab", 1],
  ["abc", "xbc", 1],
  ["kitten", "sitting", 3],
  ["abcdef", "x", 3],
])("%s and %s are %i edits apart (3 for more)", (a, b, edits) => {
  expect(editDistance(a, b, 2)).toBe(Math.min(edits, 3));
});

test("a stem gives way to the word that it comes from", () => {
  const stems = segmentOf(["consum", "consumer"], ["consum", "consumer"], ["consum"], ["connect"]);
  expect(nearestTerm([stems], "consumr")).toEqual({ term: "consumer", edits: 1 });
  expect(nearestTerm([stems], "conect")).toEqual({ term: "connect", edits: 1 });
});

test.each([
  // "queued" has the stem "queu", "queue" is its own.
  ["qeueu", [["queue"], ["queue"], ["queu", "queued"]], "queue"],
  ["retrri", [["retri", "retry"]], "retry"],
  // "consume" is in no document.
  ["consumm", [["consum"]], "consum"],
  // "connected" has more letters than a stem loses, "plane" is another and rarer word.
  ["conect", [["connect", "connected"]], "connect"],
  ["plann", [["plan"], ["plan", "plane"]], "plan"],
])("%s is corrected to a word that is written", (word, documents, nearest) => {
  expect(nearestTerm([segmentOf(...documents)], word)?.term).toBe(nearest);
});
