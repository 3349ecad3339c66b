import { expect, test } from "vitest";
import { z } from "zod";
import { readHostRows, type SkippedRow } from "../../../server/sources/rest/hostRows.ts";

const Release = z.object({ tag_name: z.string(), at: z.string() });

function read(rows: unknown, shape: z.ZodType = Release): { rows: unknown[]; skipped: SkippedRow[] } {
  const skipped: SkippedRow[] = [];
  return { rows: readHostRows(shape, rows, (row) => skipped.push(row)), skipped };
}

test.each([
  ["a release", { tag_name: "v2", at: 7 }, "v2"],
  ["a commit of GitHub", { sha: "0ff1ce", at: null }, "0ff1ce"],
  ["a commit of Bitbucket", { hash: "c0ffee" }, "c0ffee"],
  ["an issue of a tracker with keys", { id: "7", key: "ABC-7" }, "ABC-7"],
  ["an issue with a number", { id: 1, number: 12 }, "#12"],
  ["an odd id", { id: { $: 1 }, title: "A page" }, "row 2"],
  ["no row at all", null, "row 2"],
  ["a name without end", { sha: "a".repeat(5000) }, "a".repeat(100)],
])("%s that cannot be read is skipped and named, and the others are read", (_, odd, item) => {
  const good = { tag_name: "v1", at: "2026" };
  const { rows, skipped } = read([good, odd, good]);
  expect(rows).toEqual([good, good]);
  expect(skipped.map((row) => row.item)).toEqual([item]);
});

test("a release alone in its list is skipped, too", () => {
  expect(read([{ tag_name: "v1", at: 7 }])).toEqual({ rows: [], skipped: [{ item: "v1", field: "at" }] });
});

test.each([
  ["no list", { error: "no" }],
  ["rows of another product", [{ title: "Home" }, { title: "News" }]],
  ["texts", ["a", "b"]],
])("%s is refused: another kind of host answers", (_, answer) => {
  expect(() => read(answer)).toThrow(z.ZodError);
});
