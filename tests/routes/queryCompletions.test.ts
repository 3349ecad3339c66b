import { describe, expect, test } from "vitest";
import { completionsAt, typedFilterAt } from "../../src/components/search/queryCompletions.ts";

const offered = (query: string, known = {}) =>
  completionsAt(query, query.length, known)?.options.map(({ text, count }) => [text, count]);

describe("the filter that is typed", () => {
  test.each([
    ["retry label:go", { filter: "label", text: "go" }],
    ["-label:", { filter: "label", text: "" }],
    ['label:"good fi', { filter: "label", text: "good fi" }],
    ["language:ty", { filter: "lang", text: "ty" }],
    ["label:bug retry", null],
    ["http://x", null],
  ])("%s", (query, typed) => {
    expect(typedFilterAt(query, query.length)).toEqual(typed);
  });
});

describe("completions of values", () => {
  test("have the counts of the project", () => {
    expect(offered("label:b", { label: [{ value: "bug", count: 31 }] })).toEqual([["label:bug", 31]]);
  });
  test("compare without case and marks, as the server does", () => {
    expect(offered("author:YIL", { author: [{ value: "Bora Yılmaz", count: 2 }] })).toEqual([
      ['author:"Bora Yılmaz"', 2],
    ]);
    expect(offered("author:ipe", { author: [{ value: "İpek", count: 1 }] })).toEqual([["author:İpek", 1]]);
  });
  test("are the fixed ones of a filter until those of the project are known", () => {
    expect(offered("state:cl")).toEqual([["state:closed", undefined]]);
    expect(offered("state:", { state: [{ value: "open", count: 3 }] })).toEqual([["state:open", 3]]);
  });
});
