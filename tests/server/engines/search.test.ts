import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SearchAnswer } from "../../../contract/search.ts";
import { parseQuery } from "../../../server/engines/search/query.ts";
import { type FoundAnswer, type SearchRequest, search } from "../../../server/engines/search/search.ts";
import { emptyManifest } from "../../../server/index/artifact.ts";
import { createFileBlobs } from "../../../server/index/blobs.ts";
import { createIndexStore } from "../../../server/index/indexStore.ts";
import { type SampleIndex, sampleIndex } from "./sampleIndex.ts";

let sample: SampleIndex;
beforeAll(async () => {
  sample = await sampleIndex();
});
afterAll(() => {
  sample.remove();
});

const ask = (q: string, rest: Partial<SearchRequest> = {}): FoundAnswer => {
  const answer = search(sample.index, { q, ...rest });
  SearchAnswer.parse({ ...answer, sources: [] });
  return answer;
};
const names = (answer: FoundAnswer): string[] => answer.results.map(({ path, title }) => path ?? title);
const marked = (answer: FoundAnswer, at = 0): string[] =>
  (answer.results[at]?.snippet ?? []).filter(({ match }) => match).map(({ text }) => text);

describe("a query is read", () => {
  test.each([
    ["one two", ["word one", "word two"]],
    ['"exact words" more', ["phrase exact words", "word more"]],
    ['-this -"that one"', ["-word this", "-phrase that one"]],
    ['"never closed', ["phrase never closed"]],
    ["a-b - c--d", ["word a-b", "word -", "word c--d"]],
    ["std::vector path:src", ["word std::vector", "word path:src"]],
    ["   ", []],
  ])("%s", (text, expected) => {
    const clauses = parseQuery(text).map((clause) => `${clause.isExcluded ? "-" : ""}${clause.kind} ${clause.text}`);
    expect(clauses).toEqual(expected);
  });

  test("names that are filters become filters, with where they stand", () => {
    const [first, second] = parseQuery('path:"a b" kind:code', new Set(["path", "kind"]));
    expect(first).toMatchObject({ kind: "filter", field: "path", text: "a b", at: 0 });
    expect(second).toMatchObject({ kind: "filter", field: "kind", text: "code", at: 11 });
  });
});

describe("what the query names by its identity comes first", () => {
  test.each<[string, string, string]>([
    ["src/http/retryPolicy.ts", "src/http/retryPolicy.ts", "path"],
    ["http/client.ts:9", "src/http/client.ts", "path"],
    ["cookieJar.ts", "src/cookies/cookieJar.ts", "file"],
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
    expect(new Set(answer.results.map(({ kind }) => kind))).toEqual(new Set(["code", "issue"]));
    expect(answer.results.length).toBe(answer.total);
    for (const [at] of answer.results.entries()) {
      expect(marked(answer, at).join(" ")).toMatch(/redirect/i);
    }
    expect(answer.total_capped).toBe(false);
  });

  test("a hit in code has the line where it stands", () => {
    const [first] = ask("baseDelay", { kind: ["code"] }).results;
    expect([first?.path, first?.line]).toEqual(["src/http/retryPolicy.ts", 4]);
    expect(first?.snippet.map(({ text }) => text).join("")).toBe("return 3 ** attempt * this.baseDelay;");
  });

  test("match by their stems and by the parts of names", () => {
    expect(names(ask("retries", { kind: ["code"] }))).toContain("src/http/retryPolicy.ts");
    expect(names(ask("redirects following", { kind: ["code"] }))).toContain("src/http/client.ts");
  });

  test("a file that a program wrote stands behind what people wrote", () => {
    const found = names(ask("followRedirects", { kind: ["code"] }));
    expect(found[0]).toBe("src/http/client.ts");
    expect(found.indexOf("dist/client.min.js")).toBeGreaterThan(found.indexOf("tests/client.test.ts"));
  });

  test("Turkish letters are folded in prose", () => {
    for (const q of ["şifre", "ŞİFRE", "sifre"])
      expect(names(ask(q))).toEqual(expect.arrayContaining(["docs/redirects.md", "#12 Şifre güncellenmiyor"]));
  });

  test("a piece of a word is enough where nothing is exactly it", () => {
    expect(names(ask("redirectlo"))).toContain("src/http/client.ts");
    expect(names(ask("rectloop"))).toContain("src/http/client.ts");
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
    expect(ask("redirct loop").missing).toEqual([{ word: "redirct", suggestion: "redirect" }]);
    expect(ask("zzzzqqqq")).toMatchObject({ total: 0, missing: [{ word: "zzzzqqqq", suggestion: null }] });
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
    expect(facets.folder).toContainEqual({ value: "src/", count: 1 });
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
  ])("%j narrows the results and says how many it removed", (filter, expected) => {
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
  const index = await createIndexStore(createFileBlobs("/nowhere")).open(emptyManifest());
  expect(search(index, { q: "word" })).toMatchObject({
    total: 0,
    results: [],
    missing: [{ word: "word", suggestion: null }],
  });
});
