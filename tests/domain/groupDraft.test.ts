import { describe, expect, test } from "vitest";
import { DEFAULT_FILTER } from "../../contract/matching/groupFilter.ts";
import { filterDraft, toGroupFilter, wrongPatterns } from "../../src/domain/groupDraft.ts";

const draftOf = (part: object) => ({ ...filterDraft(DEFAULT_FILTER, false), ...part });

describe("patterns and topics as they are typed", () => {
  test("are separated by commas and line breaks alone, since names have spaces", () => {
    const { include, exclude, topics } = toGroupFilter(
      draftOf({ include: " my api , team/**\nweb\r\n", exclude: "", topics: "machine learning, web,web" }),
    );
    expect([include, exclude, topics]).toEqual([["my api", "team/**", "web"], [], ["machine learning", "web"]]);
  });

  test("stay what they are when a stored filter is edited", () => {
    const filter = { ...DEFAULT_FILTER, include: ["my api", "b"], topics: ["machine learning"] };
    expect(toGroupFilter(filterDraft(filter, false))).toEqual(filter);
  });

  test("a wrong one is named as a whole", () => {
    expect(wrongPatterns(draftOf({ include: "ok, [a-z] x" }))).toEqual({ include: ["[a-z] x"], exclude: [] });
  });
});
