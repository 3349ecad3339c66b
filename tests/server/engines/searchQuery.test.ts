import { describe, expect, test } from "vitest";
import {
  type FilterName,
  filterNamed,
  filterValue,
  readDate,
  readMoment,
} from "../../../contract/query/searchFilters.ts";
import { printQuery, withoutLeaf } from "../../../contract/query/printQuery.ts";
import { type QueryNode, leavesOf } from "../../../contract/query/queryNodes.ts";
import { parseQuery } from "../../../contract/query/searchQuery.ts";

/** A query in a form that can be read: `and(word one, or(…))`. */
function readable(node: QueryNode): string {
  if ("children" in node) return `${node.kind}(${node.children.map(readable).join(", ")})`;
  switch (node.kind) {
    case "not":
      return `-${readable(node.child)}`;
    case "regex":
      return `regex ${node.pattern}${node.ignoreCase ? " i" : ""}`;
    case "filter":
      return `${node.name}=${node.value}`;
    case "word":
    case "phrase":
      return `${node.kind} ${node.text}`;
  }
}

describe("a query is read", () => {
  test.each<[string, string]>([
    ["", "and()"],
    ["   ", "and()"],
    ["one two", "and(word one, word two)"],
    ['"exact words" more', "and(phrase exact words, word more)"],
    ["“curly words”", "and(phrase curly words)"],
    ['-this -"that one"', "and(-word this, -phrase that one)"],
    ["NOT this", "and(-word this)"],
    ["a-b - c--d", "and(word a-b, word -, word c--d)"],
    ["--no-color", "and(word --no-color)"],
    ["a OR b", "or(word a, word b)"],
    ["a b OR c", "or(and(word a, word b), word c)"],
    ["a (b OR c)", "and(word a, or(word b, word c))"],
    ["a AND b", "and(word a, word b)"],
    ["a or b", "and(word a, word or, word b)"],
    ["ORDER BY", "and(word ORDER, word BY)"],
    ["-(a OR b)", "and(-or(word a, word b))"],
    ["again (and again)", "and(word again, word and, word again)"],
    ["send() (call(x))", "and(word send(), word call(x))"],
    ["/foo.*bar/", "and(regex foo.*bar)"],
    ["/foo bar/i baz", "and(regex foo bar i, word baz)"],
    [String.raw`/a\/b[/]c/`, String.raw`and(regex a\/b[/]c)`],
    ["-/x+/", "and(-regex x+)"],
    ["/src/http/client.ts", "and(word /src/http/client.ts)"],
    ["/usr /lib", "and(word /usr, word /lib)"],
    ["lang:go", "and(lang=go)"],
    ["LANG:Go language:go", "and(lang=Go, lang=go)"],
    ["-lang:go path:src/**/*.ts", "and(-lang=go, path=src/**/*.ts)"],
    ['label:"good first issue"', "and(label=good first issue)"],
    ["(lang:go OR lang:rust) parse", "and(or(lang=go, lang=rust), word parse)"],
    ['status:"In Review" type:Bug', "and(status=In Review, type=Bug)"],
    ["type:Issue -type:pr", "and(kind=issue, -kind=request)"],
    ["fixversion:2.0 iteration:7 affects:1.4", "and(milestone=2.0, sprint=7, version=1.4)"],
    ["kind:Pages is:OPEN", "and(kind=document, is=open)"],
    ["after:2026-01 before:7d", "and(after=2026-01, before=7d)"],
    [
      "after:2026-09-04T21:00:00Z -before:2026-09-05T21:00:00.000Z",
      "and(after=2026-09-04T21:00:00Z, -before=2026-09-05T21:00:00.000Z)",
    ],
    ["is:bot", "and(is=bot)"],
    ["std::vector http://x foo:bar", "and(word std::vector, word http://x, word foo:bar)"],
    ["lang:", "and()"],
    ["lang: go", "and(word go)"],
    ['"never closed', "and(phrase never closed)"],
    ['""', "and()"],
    ['kind:none"a b"', "and(phrase a b)"],
  ])("%j", (text, expected) => {
    expect(readable(parseQuery(text).root)).toBe(expected);
  });

  test("each leaf has its position, with any surrounding text", () => {
    const text = ' foo -(lang:go OR "a b") /x/i';
    const pieces = leavesOf(parseQuery(text).root).map(
      ({ leaf, isExcluded }) => `${isExcluded ? "-" : ""}${text.slice(leaf.at, leaf.end)}`,
    );
    expect(pieces).toEqual(["foo", "-lang:go", '-"a b"', "/x/i"]);
  });
});

describe("a mistake has its column and what would mend it", () => {
  test.each<[string, string, number, string | null]>([
    ['foo "bar', "unclosedQuote", 4, 'foo "bar"'],
    ["foo /ba(r", "unclosedRegex", 4, "foo /ba(r/"],
    ["foo /ba[r", "unclosedRegex", 4, String.raw`foo /ba\[r/`],
    ["/def [/", "badRegex", 0, String.raw`/def \[/`],
    ["foo /ba[r/i baz", "badRegex", 4, String.raw`foo /ba\[r/i baz`],
    ["(foo OR bar", "unclosedParenthesis", 0, "(foo OR bar)"],
    ["foo (", "unclosedParenthesis", 4, "foo "],
    ["foo) bar", "extraParenthesis", 3, "foo bar"],
    ["lnag:go foo", "unknownFilter", 0, "lang:go foo"],
    ["foo langauge:go", "unknownFilter", 4, "foo lang:go"],
    ["kind:isue", "unknownValue", 0, "kind:issue"],
    ["state:opne x", "unknownValue", 0, "state:open x"],
    ["is:qqqqqq", "unknownValue", 0, null],
    ["after:soon", "badDate", 0, null],
    ["before:2026-02-30", "badDate", 0, null],
    ["lang: go", "emptyFilter", 0, "lang:go"],
    ["x sprint:", "emptyFilter", 2, "x "],
    ["prioritty:high", "unknownFilter", 0, "priority:high"],
    ["foo lang:", "emptyFilter", 4, "foo "],
    ["foo OR", "danglingOperator", 4, "foo "],
    ["OR foo", "danglingOperator", 0, " foo"],
    ["foo NOT", "danglingOperator", 4, "foo "],
    ["foo NOT OR bar", "danglingOperator", 4, "foo  OR bar"],
    [`${"a ".repeat(250)}`, "tooLong", 398, null],
  ])("%j", (text, code, at, mended) => {
    const [mistake, ...others] = parseQuery(text).mistakes;
    expect([mistake?.code, mistake?.at, others]).toEqual([code, at, []]);
    expect(mistake?.found).toBe(text.slice(mistake?.at, mistake?.end));
    const whole = mistake?.fix == null ? null : text.slice(0, mistake.at) + mistake.fix + text.slice(mistake.end);
    expect(whole).toBe(mended);
    expect(parseQuery(whole ?? "").mistakes).toEqual([]);
  });

  test.each([
    "std::vector",
    "http://a.b",
    "foo:bar",
    "a/b/c",
    "x (y) z",
    "5' 3\u0022x",
    "/usr/lib [x]/y",
    "C:\\temp",
    "f(x)",
  ])("%j is none", (text) => {
    expect(parseQuery(text).mistakes.filter(({ code }) => code !== "unclosedQuote")).toEqual([]);
  });

  test.each([
    "((((",
    "))))",
    '"'.repeat(99),
    "(".repeat(5000),
    "-".repeat(500),
    "/".repeat(500),
    "a:".repeat(500),
    "OR OR OR",
  ])("nothing makes it fail: %j", (text) => {
    expect(parseQuery(text).root.kind).toMatch(/and|or/);
  });
});

describe("filters and their values", () => {
  test.each<[string, string | null]>([
    ["Repository", "repo"],
    ["Type", "type"],
    ["fixVersion", "milestone"],
    ["since", "after"],
    ["nothing", null],
  ])("the name %s", (name, filter) => {
    expect(filterNamed(name)).toBe(filter);
  });

  test.each<[FilterName, string, string | null]>([
    ["kind", "people", "person"],
    ["kind", "everything", null],
    ["author", "Ada", "Ada"],
    ["before", "2026-13", null],
    ["after", "2026-09-04t21:00z", "2026-09-04t21:00z"],
    ["after", "2026-02-30T21:00:00Z", null],
    ["after", "2026-09-04T25:00:00Z", null],
    ["after", "2026-09-04T21:00:00", null],
    ["merged", "2026-09-04T21:00:00Z", null],
  ])("%s:%s", (filter, value, known) => {
    expect(filterValue(filter, value)).toBe(known);
  });

  const now = Date.UTC(2026, 10, 21, 15, 30);
  test.each<[string, string | null]>([
    ["2026", "2026-01-01T00:00:00.000Z"],
    ["2026-03", "2026-03-01T00:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["2026-02-29", null],
    ["today", "2026-11-21T00:00:00.000Z"],
    ["Yesterday", "2026-11-20T00:00:00.000Z"],
    ["2d", "2026-11-19T15:30:00.000Z"],
    ["1w", "2026-11-14T15:30:00.000Z"],
    ["soon", null],
  ])("the date %s", (text, expected) => {
    const time = readDate(text, now);
    expect(time === null ? null : new Date(time).toISOString()).toBe(expected);
  });
});

test("a moment of a query is an instant, or a date", () => {
  expect(readMoment("2026-09-04T21:00:00Z", 0)).toBe(Date.UTC(2026, 8, 4, 21));
  expect(readMoment("2026-09-04t21:00:00.5z", 0)).toBe(Date.UTC(2026, 8, 4, 21, 0, 0, 500));
  expect(readMoment("2026-09-04", 0)).toBe(Date.UTC(2026, 8, 4));
});

test.each<[string, string]>([
  ["foo lang:go bar", "foo bar"],
  ["foo -lang:go", "foo"],
  ["NOT lang:go foo", "foo"],
  ["(lang:go OR lang:rust) foo", "lang:rust foo"],
  ["/a  b/ lang:go", "/a  b/"],
  ['"a"lang:go b', '"a" b'],
  ["a/ lang:go b", "a/ b"],
  ["/a lang:go/x b/", "\\/a b/"],
  ["(foo) ) lang:go", "(foo) )"],
])("the filter of %j is taken out and the rest means the same: %j", (text, expected) => {
  const leaf = leavesOf(parseQuery(text).root).find((one) => one.leaf.kind === "filter")?.leaf;
  expect(withoutLeaf(text, leaf?.at ?? -1)).toBe(expected);
});

test.each<[string, string]>([
  ["(a b) OR (c (d OR e))", "a b OR c (d OR e)"],
  ["NOT (NOT a)", "-(-a)"],
  ["-OR -AND", String.raw`-\OR -\AND`],
  ['a"b"/c/"d" OR"e', 'a "b" /c/ "d" OR "e"'],
  ['kind:Pages path:"src/(a" since:7d', 'kind:document path:"src/(a" after:7d'],
  [String.raw`\OR \lang:go \-x \(y \/z \n \\\-`, String.raw`\OR \lang:go \-x \(y \/z \n \\\-`],
  ["-(f(x OR g(y )", "-(f(x OR g(y )"],
  ["a) OR b", "a OR b"],
])("%j is printed as %j, which is the same query", (text, expected) => {
  const { root } = parseQuery(text);
  expect(printQuery(root)).toBe(expected);
  expect(readable(parseQuery(expected).root)).toBe(readable(root));
});

test("reports parentheses that are too deep once, and drops their content", () => {
  const { root, mistakes } = parseQuery(`a ${"(".repeat(30)}b`);
  expect([readable(root), mistakes.map(({ code, at }) => [code, at])]).toEqual(["and(word a)", [["tooLong", 22]]]);
});
