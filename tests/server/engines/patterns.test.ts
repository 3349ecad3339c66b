import { describe, expect, test } from "vitest";
import { compilePattern, firstMatch, requiredLiterals } from "../../../server/engines/search/patterns.ts";

describe("texts that every match must hold", () => {
  test.each<[string, string[]]>([
    ["foo.*bar", ["foo"]],
    ["abc|defg", ["abc", "defg"]],
    ["(abc|defg)", ["abc", "defg"]],
    ["abc|d", []],
    ["(abc|defg)?", []],
    ["abcd?ef", ["abc"]],
    ["abc+d", ["abc"]],
    ["foo(bar)?baz", ["foo"]],
    [String.raw`a\.bcd`, ["a.bcd"]],
    ["[abc]def", ["def"]],
    ["abcx{2}d", ["abc"]],
    [String.raw`\x41bc`, []],
    [String.raw`\101bcd`, ["bcd"]],
    [String.raw`\pLfoo`, ["foo"]],
    [String.raw`\Qabc\E`, []],
    ["(?i)FOO", []],
    ["get(Bean|Config)Factory", ["Factory"]],
  ])("%s", (pattern, literals) => {
    expect(requiredLiterals(pattern)).toEqual(literals);
  });
});

describe("the first line that matches", () => {
  const find = (pattern: string, text: string, ignoreCase = false) => {
    const compiled = compilePattern(pattern, ignoreCase);
    return "problem" in compiled ? compiled : firstMatch(text, compiled);
  };

  test.each<[string, string, number, string[]]>([
    ["timeout", "a\n  Timeout, timeouT\n", 2, ["Timeout", "timeouT"]],
    ["Timeout", "a\n timeout Timeout", 2, ["Timeout"]],
    ["^b$", "abc\nb", 2, ["b"]],
    ["x*", "abc", 1, []],
    ["İ.*found", "ab\nİ was found", 2, ["İ was found"]],
  ])("%s", (pattern, text, line, matches) => {
    const found = find(pattern, text);
    expect(found).toMatchObject({ line });
    expect(found && "matches" in found && found.matches.map(({ from, to }) => found.text.slice(from, to))).toEqual(
      matches,
    );
  });

  test("a match does not reach over the end of its line", () => {
    expect(find(String.raw`a\s+b`, "a\nb")).toBeNull();
  });

  test.each([["(a"], [String.raw`(a)\1`], ["a".repeat(301)]])("%s is refused with a sentence", (pattern) => {
    expect(find(pattern, "a")).toMatchObject({ problem: expect.stringMatching(/\w{3}/) as string });
  });
});
