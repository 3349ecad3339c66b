import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SearchAnswer } from "../../../contract/search/search.ts";
import { type FoundAnswer, search } from "../../../server/engines/search/search.ts";
import type { SearchRequest } from "../../../server/engines/search/query/searchRequest.ts";
import { emptyManifest } from "../../../server/index/manifest.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import type { FilterName } from "../../../contract/query/searchFilters.ts";
import { filterValues } from "../../../server/engines/search/filters/filterValues.ts";
import { peopleOfIndex } from "../../../server/engines/search/collections/searchPeople.ts";
import { searchPlaces } from "../../../server/engines/search/searchPlaces.ts";
import { parseTerms } from "../../../server/engines/search/query/queryTerms.ts";
import { type SampleIndex, sampleIndex } from "./sampleIndex.ts";
import { commitTime } from "../support/indexedProject.ts";

let sample: SampleIndex;
beforeAll(async () => {
  sample = await sampleIndex();
});
afterAll(() => {
  sample.remove();
});

const ask = (q: string, rest: Partial<SearchRequest> = {}): FoundAnswer => {
  const answer = search(sample.index, { q, nowMs: Date.UTC(2024, 0, 1), ...rest });
  SearchAnswer.parse({ ...answer, sources: [], unsearched: [] });
  for (const { parts, score } of answer.results)
    expect(parts.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(score, 6);
  return answer;
};
const names = (answer: FoundAnswer): string[] => answer.results.map(({ path, title }) => path ?? title);
const marked = (answer: FoundAnswer, at = 0): string[] =>
  (answer.results[at]?.snippet ?? []).filter(({ match }) => match).map(({ text }) => text);

describe("what the query names by its identity comes first", () => {
  test.each<[string, string, string]>([
    ["src/http/retryPolicy.ts", "src/http/retryPolicy.ts", "path"],
    ["http/client.ts:9", "src/http/client.ts", "path"],
    ["cookieJar.ts", "src/cookies/cookieJar.ts", "file"],
    ["cookie jar", "src/cookies/cookieJar.ts", "file"],
    ["cookieJar", "src/cookies/cookieJar.ts", "file"],
    ["client", "src/http/client.ts", "file"],
    ["Retry Policy", "src/http/retryPolicy.ts", "file"],
    ["redirect loop error", "src/http/client.ts", "symbol"],
    ["RedirectLoopError", "src/http/client.ts", "symbol"],
    ["redirectlooperror", "src/http/client.ts", "symbol"],
    ["HttpClient.followRedirects", "src/http/client.ts", "symbol"],
    ["#12", "#12 Şifre güncellenmiyor", "key"],
    ["GH-3", "#3 Empty cookies vanish", "key"],
  ])("%s", (q, name, exact) => {
    const [first] = ask(q).results;
    expect([first?.path ?? first?.title, first?.exact]).toEqual([name, exact]);
  });

  test.each([
    ["http/client.ts:9", 9],
    ["RedirectLoopError", 15],
    ["HttpClient.followRedirects", 9],
  ])("%s with its line", (q, line) => {
    expect(ask(q).results[0]?.line).toBe(line);
  });

  test("a commit by the beginning of its hash", () => {
    const hash = sample.commits[1] ?? "";
    const [first] = ask(hash.slice(0, 9)).results;
    expect(first).toMatchObject({ kind: "commit", exact: "hash", id: `repository-1:${hash}`, author: "Ada" });
  });
});

describe("words", () => {
  test("find code, issues and commits, and the match is marked in its line", () => {
    const answer = ask("redirect loop");
    expect(new Set(answer.results.map(({ kind }) => kind))).toEqual(new Set(["code", "symbol", "issue", "document"]));
    expect(answer.results.length).toBe(answer.total);
    for (const [at] of answer.results.entries()) {
      expect(marked(answer, at).join(" ")).toMatch(/redirect/i);
    }
    expect(answer.total_capped).toBe(false);
  });

  test("returns the line of a hit in code", () => {
    const [first] = ask("baseDelay", { kind: ["code"] }).results;
    expect([first?.path, first?.line]).toEqual(["src/http/retryPolicy.ts", 4]);
    expect(first?.snippet.map(({ text }) => text).join("")).toBe("return 3 ** attempt * this.baseDelay;");
  });

  test("match by their stems and by the parts of names", () => {
    expect(names(ask("retries", { kind: ["code"] }))).toContain("src/http/retryPolicy.ts");
    expect(names(ask("redirects following", { kind: ["code"] }))).toContain("src/http/client.ts");
  });

  test("ranks a generated file behind hand-written files", () => {
    const found = names(ask("followRedirects", { kind: ["code"] }));
    expect(found[0]).toBe("src/http/client.ts");
    expect(found.indexOf("dist/client.min.js")).toBeGreaterThan(found.indexOf("tests/client.test.ts"));
  });

  test("Turkish letters are folded in prose", () => {
    for (const q of ["şifre", "ŞİFRE", "sifre"])
      expect(names(ask(q))).toEqual(expect.arrayContaining(["docs/redirects.md", "#12 Şifre güncellenmiyor"]));
  });

  test("the beginning of a word is enough where nothing is exactly it, its middle is not", () => {
    expect(names(ask("redirectlo"))).toContain("src/http/client.ts");
    expect(names(ask("rectloop"))).toEqual([]);
  });

  test("all words of a short query must be there; if no document has them all, most do", () => {
    expect(names(ask("cookies jar"))).not.toContain("src/http/client.ts");
    expect(ask("cookies redirect").total).toBeGreaterThan(0);
  });

  test("a phrase is verified in the text", () => {
    expect(names(ask('"redirect loop ends"'))).toEqual(["docs/redirects.md"]);
    expect(ask('"loop redirect ends"').total).toBe(0);
  });

  test("a minus leaves out what has the word or the phrase", () => {
    expect(names(ask("redirect -loop"))).not.toContain("docs/redirects.md");
    expect(names(ask('redirect -"redirect loop"'))).not.toContain("docs/redirects.md");
    expect(ask("redirect -loop").total).toBeLessThan(ask("redirect").total);
  });

  test("a word that occurs nowhere is named with the nearest one that does", () => {
    expect(ask("redirct2 loop").missing).toEqual([{ word: "redirct2", suggestion: "redirects" }]);
    const nothing = { total: 0, missing: [{ word: "zzzzqqqq", suggestion: null }] };
    expect(ask("zzzzqqqq")).toMatchObject(nothing);
    // What passes the filter has nothing of what was asked for.
    expect(ask("zzzzqqqq kind:code")).toMatchObject(nothing);
    expect(ask("zzzzqqqq -kind:issue (lang:typescript OR lang:markdown)")).toMatchObject(nothing);
    expect(ask("kind:code").total).toBeGreaterThan(0);
    expect(ask('zzzzqqqq "follows redirects"').total).toBeGreaterThan(0);
    expect(ask("zzzzqqqq redirect kind:code").total).toBeGreaterThan(0);
  });

  test.each(["", "   ", "-", '"', "the of and", "((((", "*".repeat(500), "😀", "\u0000"])("%j is answered", (q) => {
    expect(ask(q).total).toBeGreaterThanOrEqual(0);
  });
});

describe("facets and filters", () => {
  test("facets count what was found", () => {
    const { facets, total } = ask("redirect");
    expect(facets.kind.reduce((sum, { count }) => sum + count, 0)).toBe(total);
    expect(facets.language).toContainEqual({ value: "Markdown", count: 1 });
    expect(facets.folder).toContainEqual({ value: "src/", count: 3 });
    expect(facets.label).toContainEqual({ value: "bug", count: 1 });
    expect(facets.state).toEqual([{ value: "open", count: 1 }]);
  });

  test.each<[Partial<SearchRequest>, string[]]>([
    [{ kind: ["issue"] }, ["#1 Redirect loop is not detected"]],
    [{ language: ["Markdown"] }, ["docs/redirects.md"]],
    [{ folder: ["docs/"] }, ["docs/redirects.md"]],
    [{ path: ["min.js"] }, ["dist/client.min.js"]],
    [{ label: ["bug"] }, ["#1 Redirect loop is not detected"]],
    [{ state: ["closed"] }, []],
    [{ author: ["ada"] }, ["#1 Redirect loop is not detected"]],
    [{ repository: ["elsewhere"] }, []],
  ])("%j narrows the results and reports how many it removed", (filter, expected) => {
    const all = ask("redirect");
    const narrowed = ask("redirect", filter);
    expect(names(narrowed)).toEqual(expected);
    expect(narrowed.total + narrowed.filtered_out).toBe(all.total);
  });

  test("an exact hit obeys the filters too", () => {
    const { results } = ask("RedirectLoopError", { folder: ["docs/"] });
    expect(results.map(({ path, exact }) => [path, exact])).toEqual([["docs/redirects.md", null]]);
  });
});

test("an index without anything answers", async () => {
  const index = await new IndexCache(createFileBlobs("/nowhere")).open(emptyManifest());
  expect(search(index, { q: "word" })).toMatchObject({
    total: 0,
    results: [],
    missing: [{ word: "word", suggestion: null }],
  });
});

describe("conditions", () => {
  test.each<[string, string[]]>([
    ["kind:code (cookie OR attempt)", ["src/cookies/cookieJar.ts", "src/http/retryPolicy.ts", "src/index.ts"]],
    ["kind:code (cookie OR attempt) -path:src/http", ["src/cookies/cookieJar.ts", "src/index.ts"]],
    ["is:test redirect", ["tests/client.test.ts"]],
    ["redirect lang:md", ["docs/redirects.md"]],
    ["redirect repo:samp* kind:document", ["docs/redirects.md"]],
    ["redirect path:*.md", ["docs/redirects.md"]],
    ["redirect path:src/**/*.ts kind:code", ["src/http/client.ts"]],
    ["redirect path:DOCS", []],
    ['label:"good first issue"', ["#2 Document the retry policy"]],
    ["kind:issue state:closed", ["#3 Empty cookies vanish"]],
    ["author:BEN", ["#2 Document the retry policy"]],
    ["kind:issue label:bug -redirect", ["#3 Empty cookies vanish"]],
  ])("%s", (q, expected) => {
    expect(names(ask(q)).toSorted()).toEqual(expected);
  });

  test("dates narrow by the last change", () => {
    const all = ask("kind:commit fix").total;
    expect(all).toBe(2);
    expect(ask("kind:commit fix after:2023-11-14").total).toBe(2);
    expect(ask("kind:commit fix before:2023").total).toBe(0);
    expect(ask("kind:commit fix after:90d", { nowMs: Date.UTC(2023, 11, 1) }).total).toBe(2);
  });

  test.each<[string, string[]]>([
    [String.raw`/baseDelay = \d+/ kind:code`, ["src/http/retryPolicy.ts"]],
    ["/redirectlooperror/ kind:code", ["src/http/client.ts"]],
    ["/Redirectlooperror/ kind:code", []],
    ["/Redirectlooperror/i kind:code", ["src/http/client.ts"]],
    ["/^## /", []],
    ["/^# R/ kind:document", ["docs/redirects.md"]],
    ["cookie -/value \\?\\?/ kind:code", ["src/index.ts"]],
    ["/storeCookie|waitBefore/ kind:code", ["src/cookies/cookieJar.ts", "src/http/retryPolicy.ts"]],
    ["/s.{3}eC/ kind:code", ["src/cookies/cookieJar.ts"]],
  ])("a regular expression %s", (q, expected) => {
    const answer = ask(q);
    expect(names(answer).toSorted()).toEqual(expected);
    expect([answer.total, answer.total_capped, answer.partial]).toEqual([expected.length, false, null]);
  });

  test("the line and the match of a regular expression are shown", () => {
    const answer = ask(String.raw`/3 \*\* a\w+/ kind:code`);
    expect([answer.results[0]?.line, marked(answer)]).toEqual([4, ["3 ** attempt"]]);
  });

  test("reports the column of a regular expression that RE2 rejects, and searches for the rest", () => {
    const answer = ask(String.raw`redirect /(a)\1+/`);
    expect(answer.mistakes).toMatchObject([{ code: "badRegex", at: 9, end: 17, fix: String.raw`/\(a\)\\1\+/` }]);
    expect(answer.total).toBeGreaterThan(0);
  });

  test("answers a pattern that backtracks exponentially elsewhere, and reports an exceeded time limit", () => {
    const answer = ask("/(a|aa)+$/ kind:code", { budgetMs: -1 });
    expect(answer.total_capped).toBe(true);
    expect(answer.partial?.searched).toBeLessThan(answer.partial?.of ?? 0);
    expect(ask("/(a|aa)+$/ kind:code").partial).toBeNull();
  });

  test("a capital in a phrase means the case as written", () => {
    expect(names(ask('"Redirect Loop"'))).toEqual([]);
    expect(names(ask('"redirect loop" kind:document'))).toEqual(["docs/redirects.md"]);
    expect(names(ask('"A redirect" kind:document'))).toEqual(["docs/redirects.md"]);
    expect(names(ask('"sifreyi guncelle" kind:document'))).toEqual(["docs/redirects.md"]);
  });
});

describe("kinds", () => {
  test("symbols, people and documents are found as such", () => {
    expect(ask("followRedirects kind:symbol").results[0]).toMatchObject({
      kind: "symbol",
      title: "followRedirects",
      path: "src/http/client.ts",
      line: 9,
      symbol: { kind: "method", container: "HttpClient" },
      hash: null,
      address: null,
    });
    const [commit] = ask("kind:commit").results;
    expect(commit?.hash).toMatch(/^[0-9a-f]{40}$/);
    expect(ask("Ada kind:person").results[0]).toMatchObject({ kind: "person", title: "Ada" });
    expect(ask("redirects kind:document").results[0]).toMatchObject({ kind: "document", path: "docs/redirects.md" });
  });

  test("files have the time of their last commit", () => {
    expect(ask("cookieJar.ts").results[0]?.updated_at).toBe(new Date(commitTime(2)).toISOString());
  });
});

describe("nothing found explains itself", () => {
  test("which filter removed the rest", () => {
    expect(ask("redirect lang:md state:open").filtered_by).toEqual([
      { filter: "lang", value: "md", at: 9, results: 1 },
      { filter: "state", value: "open", at: 17, results: 1 },
    ]);
    expect(ask("redirect", { folder: ["nowhere/"] }).filtered_by).toMatchObject([{ filter: "folder", at: null }]);
    expect(ask("redirect").filtered_by).toEqual([]);
  });

  test.each([
    ["redirect lang:pyhton", null],
    ["redirect lang:markdwon", "lang:Markdown"],
    ["redirect label:bgu", "label:bug"],
    ['redirect label:"god first issue"', 'label:"good first issue"'],
  ])("a value that nothing has: %s", (q, fix) => {
    expect(ask(q).mistakes).toMatchObject([{ code: "unknownValue", at: 9, fix }]);
  });
});

describe("the workflow of issues", () => {
  const [loop, policy, cookies, turkish] = [
    "#1 Redirect loop is not detected",
    "#2 Document the retry policy",
    "#3 Empty cookies vanish",
    "#12 Şifre güncellenmiyor",
  ];
  test.each<[string, string[]]>([
    ['status:"in review"', [loop]],
    ["status:*review", [loop]],
    ["priority:ACİL", [loop]],
    ["component:http", [loop]],
    ["type:bug", [loop]],
    ["-type:bug type:*", [cookies]],
    ["milestone:2.0", [loop]],
    ['sprint:"Sprint 7" sprint:"Sprint 8"', [loop]],
    ['resolution:"won\'t do"', [cookies]],
    // The version of a fix is a version too.
    ["version:1.4", [loop, cookies]],
    // An issue has the status of its tracker; the state is that of issues without one.
    ["status:open kind:issue", [policy, cookies, turkish]],
    ["state:open type:issue", [loop, policy, turkish]],
    ["type:bug OR type:task", [loop, cookies]],
    ["field:team=core", [loop]],
    ['field:"Story size=*"', [loop]],
  ])("%s", (q, found) => {
    expect(ask(q).mistakes).toEqual([]);
    expect(names(ask(q)).toSorted()).toEqual(found.toSorted());
  });

  test("no other kind of result has one", () => {
    expect(ask("redirect type:bug").facets.kind).toEqual([{ value: "issue", count: 1 }]);
  });

  test("each of them is a facet", () => {
    const { facets } = ask("kind:issue");
    expect(facets.status).toEqual([
      { value: "In Review", count: 1 },
      { value: "Open", count: 1 },
    ]);
    expect(facets.version).toEqual([
      { value: "1.4", count: 2 },
      { value: "2.0", count: 1 },
    ]);
    expect(facets.component).toEqual([
      { value: "HTTP", count: 1 },
      { value: "Sign-in", count: 1 },
    ]);
    const chosen = ask("kind:issue", { type: ["Bug"] });
    expect([names(chosen), chosen.facets.type.length]).toEqual([[loop], 2]);
    expect(ask("kind:issue", { sprint: ["Sprint 9"] }).filtered_by).toEqual([
      { filter: "sprint", value: "Sprint 9", at: null, results: 4 },
    ]);
  });

  test.each<[string, string | null]>([
    ["kind:issue status:opne", "status:open"],
    ['kind:issue component:"sing-in"', "component:Sign-in"],
    ["kind:issue sprint:99", null],
    ["kind:issue type:bgu", "type:Bug"],
    ["kind:issue resolution:unthinkable", null],
  ])("a value that no issue has: %s", (q, fix) => {
    expect(ask(q).mistakes).toMatchObject([{ code: "unknownValue", at: 11, fix }]);
  });

  test("values are suggested with their numbers of issues", () => {
    const values = (filter: FilterName, text = ""): string[] =>
      filterValues(sample.index, {
        filter,
        text,
        limit: 9,
        people: peopleOfIndex(sample.index),
        sourceNames: new Map(),
      }).map(({ value, count }) => `${value} ${count}`);
    expect(values("status")).toEqual(["open 2", "In Review 1", "Open 1"]);
    expect(values("sprint", "8")).toEqual(["Sprint 8 1"]);
    expect(values("version")).toEqual(["1.4 2", "2.0 1"]);
    expect(values("resolution", "won")).toEqual(["Won't Do 1"]);
  });
});

test("a facet that is chosen still counts its other values", () => {
  const { facets, total } = ask("redirect", { folder: ["docs/"] });
  expect(total).toBe(1);
  expect(facets.folder.map(({ value }) => value)).toEqual(expect.arrayContaining(["docs/", "src/"]));
  expect(facets.language).toEqual([{ value: "Markdown", count: 1 }]);
});

test("places are ranked for a sentence: the file and the line of the definition", () => {
  expect(searchPlaces(sample.index, "how long does a failed request wait before the next attempt", 5)[0]).toMatchObject(
    {
      path: "src/http/retryPolicy.ts",
      line: 3,
    },
  );
  expect(searchPlaces(sample.index, "", 5)).toEqual([]);
});

describe("a question", () => {
  const places = (text: string): string[] => searchPlaces(sample.index, text, 5).map(({ path }) => path);
  test.each([
    "where is the code that follows redirects?",
    "which function follows redirects",
    "how does it follow redirects?",
    "how do we follow redirects",
    "I want to find where it follows redirects",
    "can you show me the function that follows redirects?",
    "find the code responsible for following redirects",
    "redirects nerede follow ediliyor?",
  ])("%s finds the same file as its bare terms", (text) => {
    expect(places(text)[0]).toBe(places("follows redirects")[0]);
    expect(places(text)[0]).toBe("src/http/client.ts");
  });

  test("elsewhere the same words are words like any other", () => {
    const stopWords = (text: string): string[] =>
      parseTerms(sample.index, [text]).words.flatMap(({ fullTerm, isStopWord }) => (isStopWord ? [fullTerm] : []));
    expect(stopWords("the redirect function")).toEqual(["the"]);
    expect(stopWords("where is the redirect function")).toEqual(["where", "is", "the", "function"]);
    expect(stopWords("list files of redirect")).toEqual(["of"]);
    expect(stopWords("show me the files of a redirect list")).toEqual(["show", "me", "the", "files", "of"]);
  });
});
