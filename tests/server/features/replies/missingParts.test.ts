/** What a comment says that a report lacks, by reports as people write them. */
import { expect, test } from "vitest";
import { missingParts } from "../../../../server/features/replies/missingParts.ts";

const CODES = ["steps", "expected", "actual", "version", "trace"] as const;
const checked = (...present: string[]) => CODES.map((code) => ({ code, found: present.includes(code), quote: null }));

test("a trace is asked for where the report names an error, and not of one about a wrong result", () => {
  const wrongResult = { title: "The counter is too high", body: "### Expected\n1\n### Actual\n2" };
  expect(missingParts(checked("expected", "actual"), wrongResult)).toEqual(["steps", "version"]);
  const crash = { title: "Decoder throws", body: "### Expected\nno exception" };
  expect(missingParts(checked("expected", "actual"), crash)).toEqual(["steps", "version", "trace"]);
});

test("a text in a script that is not read is not judged; an empty one, and a short one in English, are", () => {
  expect(missingParts(checked(), { title: "编码问题", body: "只能编解码一次" })).toEqual([]);
  const all = ["steps", "expected", "actual", "version"];
  expect(missingParts(checked(), { title: "It does not work", body: " " })).toEqual(all);
  expect(missingParts(checked(), { title: "Menü", body: "Menü açılmıyor." })).toEqual(all);
  expect(missingParts(checked(), { title: "It crashes", body: "It crashes." })).toEqual([...all, "trace"]);
});
