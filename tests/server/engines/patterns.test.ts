import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePattern } from "../../../server/engines/search/patterns/compilePattern.ts";
import { firstMatch, hasMatch } from "../../../server/engines/search/patterns/patternMatches.ts";
import { requiredLiterals } from "../../../server/engines/search/patterns/requiredLiterals.ts";
import { fuzz } from "../../fuzz/fuzzRuns.ts";

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

describe("the quick way through a text", () => {
  const pieces = [
    "a",
    "b",
    ".",
    "\\w",
    "\\s",
    "\\S",
    "\\D",
    "\\b",
    "[ab]",
    "[^a]",
    "[^\\s]",
    "\\(",
    "x",
    "^",
    "$",
    "\t",
  ];
  const unit = fc.tuple(fc.constantFrom(...pieces), fc.constantFrom("", "", "", "+", "*", "?", "{2}", "{1,3}", "+?"));
  const branch = fc
    .array(unit, { minLength: 1, maxLength: 5 })
    .map((units) => units.map((one) => one.join("")).join(""));
  const pattern = fc.oneof(
    branch,
    fc.tuple(branch, branch).map(([a, b]) => `${a}|${b}`),
    fc.tuple(branch, branch, fc.constantFrom("", "?")).map(([a, b, times]) => `(${a}|x)${times}${b}`),
  );
  const text = fc.array(fc.constantFrom("a", "b", "A", "x", " ", "\n", "\r\n", "(", "\t", "7", "é"), { maxLength: 40 });

  test("finds the line that RE2 finds", () => {
    let quick = 0;
    fc.assert(
      fc.property(pattern, text, fc.boolean(), (source, letters, ignoreCase) => {
        const compiled = compilePattern(source, ignoreCase);
        if ("problem" in compiled) return;
        if (compiled.fast) quick++;
        const whole = letters.join("");
        expect(firstMatch(whole, compiled)).toEqual(firstMatch(whole, { ...compiled, fast: null }));
        expect(hasMatch(whole, compiled)).toBe(hasMatch(whole, { ...compiled, fast: null }));
      }),
      fuzz(1500),
    );
    expect(quick).toBeGreaterThan(100);
  });

  test.each(["(a+)+b", "(a|b)*c", "a+b+", "(?i)abc", "(?P<name>a)", "(a?){20}", "a{0,900}", "\\pLx", "[[:alpha:]]"])(
    "%s is RE2's alone",
    (source) => {
      expect(compilePattern(source, true)).toMatchObject({ fast: null });
    },
  );

  test("a long line is RE2's alone", () => {
    const compiled = compilePattern("a.b", true);
    if ("problem" in compiled) throw new Error(compiled.problem);
    expect(compiled.fast?.find(`${"x".repeat(1001)}\na-b`)).toBeNull();
    expect(compiled.fast?.find(`${"x".repeat(1000)}\na-b`)).toBe(1001);
    expect(firstMatch(`${"x".repeat(1001)}\na-b`, compiled)?.line).toBe(2);
  });
});
