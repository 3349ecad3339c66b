import { describe, expect, test } from "vitest";
import {
  DEFAULT_FILTER,
  countByFilter,
  isNamePattern,
  leftOutBy,
  matchesName,
} from "../../contract/matching/groupFilter.ts";

const repository = (name: string, over: object = {}) => ({
  name,
  is_archived: false,
  is_fork: false,
  is_empty: false,
  visibility: "public" as const,
  topics: [] as string[],
  ...over,
});

describe("patterns of names", () => {
  test.each([
    ["api", "api", true],
    ["api", "API", true],
    ["api", "api-docs", false],
    ["api", "team/api", true],
    ["api-*", "api-docs", true],
    ["api-*", "api-", true],
    ["*-docs", "team/api-docs", true],
    ["a?i", "api", true],
    ["a?i", "ai", false],
    ["team/*", "team/api", true],
    ["team/*", "team/deep/api", false],
    ["team/**", "team/deep/api", true],
    ["**/api", "team/deep/api", true],
    ["**/api", "api", true],
    ["/team/api/", "team/api", true],
    ["*", "anything", true],
    ["*.github.io", "acme.github.io", true],
    ["*.github.io", "acmeXgithub.io", false],
    ["team", "team/api", false],
    ["**/test", "team/latest", false],
    ["**/test", "latest", false],
    ["**/test", "team/deep/test", true],
    ["**/test", "test", true],
    ["team/**/api", "team/api", true],
    ["team/**/api", "team/a/b/api", true],
    ["team/**/api", "team/a/b-api", false],
    ["team/**/*-api", "team/a/b-api", true],
    ["**/team/**/api", "x/team/y/z/api", true],
    ["**/team/**/api", "x/steam/y/api", false],
    ["/api", "api", true],
    ["/api", "team/api", false],
    ["/*-docs", "team/api-docs", false],
  ])("%s against %s: %s", (pattern, name, expected) => {
    expect(matchesName(pattern, name)).toBe(expected);
  });

  test("are refused where they cannot match a name, or have many stars", () => {
    expect(["api-*", "team/**", "a.b_c-d", "größe"].every(isNamePattern)).toBe(true);
    expect(["", "[a-z]", "a\nb", "x".repeat(101), "a*b*c*d*e*", "(a+)+$"].filter(isNamePattern)).toEqual([]);
  });

  test("are matched in time that does not explode", () => {
    const began = performance.now();
    expect(matchesName("*a*a*a*a", `${"a".repeat(5000)}b`)).toBe(false);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});

describe("a filter", () => {
  test("names the first reason, and counts each repository once", () => {
    const all = [
      repository("api"),
      repository("old", { is_archived: true, is_fork: true }),
      repository("copy", { is_fork: true }),
      repository("blank", { is_empty: true }),
      repository("api-docs"),
      repository("secret", { visibility: "private" }),
    ];
    const filter = { ...DEFAULT_FILTER, exclude: ["*-docs"], visibility: "public" as const };
    expect(countByFilter(filter, all)).toEqual({
      found: 6,
      linked: 1,
      left_out: { archived: 1, fork: 1, empty: 1, filter: 2 },
    });
  });

  test("takes one of the topics, without regard to case", () => {
    const filter = { ...DEFAULT_FILTER, topics: ["Frontend", "web"] };
    expect(leftOutBy(filter, repository("a", { topics: ["frontend"] }))).toBeNull();
    expect(leftOutBy(filter, repository("a", { topics: ["backend"] }))).toBe("filter");
    expect(leftOutBy(filter, repository("a"))).toBe("filter");
  });

  test("links archived ones, forks and empty ones where that is wanted", () => {
    const filter = { ...DEFAULT_FILTER, archived: true, forks: true, empty: true };
    expect(leftOutBy(filter, repository("a", { is_archived: true, is_fork: true, is_empty: true }))).toBeNull();
  });
});
