import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { search, type FoundAnswer } from "../../../server/engines/search/search.ts";
import type { SearchRequest } from "../../../server/engines/search/query/searchRequest.ts";
import { englishWords } from "../../../server/engines/search/query/turkishWords.ts";
import { type SampleIndex, sampleIndex } from "./sampleIndex.ts";

let sample: SampleIndex;
beforeAll(async () => {
  sample = await sampleIndex();
});
afterAll(() => {
  sample.remove();
});

const ask = (q: string, rest: Partial<SearchRequest> = {}): FoundAnswer =>
  search(sample.index, { q, nowMs: Date.UTC(2024, 0, 1), limit: 50, ...rest });
const idsOf = ({ results }: FoundAnswer): string[] => results.map(({ kind, id }) => `${kind} ${id}`);
const readingsOf = ({ readings }: FoundAnswer): string[] => readings.map(({ code, q }) => `${code} ${q}`);

describe("a misspelt word", () => {
  test("shows the results of the corrected word, and offers the word as written with its count", () => {
    const answer = ask("redirct loop");
    expect(idsOf(answer)).toEqual(idsOf(ask("redirect loop")));
    expect(answer.reinterpreted).toEqual([{ code: "spelling", word: "redirct", by: ["redirect"] }]);
    expect(answer.missing).toEqual([]);
    expect(answer.readings).toEqual([{ code: "literal", q: '"redirct" loop', total: 0, total_capped: false }]);
    expect(ask('"redirct" loop').reinterpreted).toEqual([]);
  });

  test("keeps the filters and facets of the query", () => {
    const answer = ask("redirct lang:markdown", { kind: ["document"] });
    expect(answer.results.map(({ path }) => path)).toEqual(["docs/redirects.md"]);
    expect(readingsOf(answer)).toEqual(['literal "redirct" lang:markdown']);
  });

  test.each(["zzzzqqqq", "redrict2", "get_redirct"])("is not corrected where that is a guess: %s", (q) => {
    expect(ask(q).reinterpreted).toEqual([]);
  });

  test("is not corrected inside a phrase or behind a minus", () => {
    expect(ask('"redirct"')).toMatchObject({ total: 0, reinterpreted: [] });
    expect(ask("loop -redirct").reinterpreted).toEqual([]);
  });
});

describe("a word that is only the beginning or a part of others", () => {
  test("names the words that begin with it", () => {
    const answer = ask("redirectlo");
    expect(answer.results.length).toBeGreaterThan(0);
    expect(answer.reinterpreted).toEqual([{ code: "beginning", word: "redirectlo", by: ["redirectlooperror"] }]);
    expect(readingsOf(answer)).toEqual(['literal "redirectlo"']);
  });

  test("is not found inside words, but this reading is offered with its count", () => {
    const answer = ask("ectloop");
    expect(answer.total).toBe(0);
    expect(answer.missing.map(({ word }) => word)).toEqual(["ectloop"]);
    const [reading] = answer.readings;
    expect(reading).toMatchObject({ code: "inside", q: '"ectloop"' });
    expect(reading?.total).toBeGreaterThan(0);
    expect(ask(reading?.q ?? "").total).toBe(reading?.total);
  });
});

describe("a Turkish question on English code", () => {
  test("finds the English words and names them", () => {
    const answer = ask("yönlendirme döngüsü");
    expect(idsOf(answer)).toContain(idsOf(ask("redirect loop"))[0]);
    expect(answer.reinterpreted).toEqual([
      { code: "translation", word: "yönlendirme", by: expect.arrayContaining(["redirect"]) },
      { code: "translation", word: "döngüsü", by: expect.arrayContaining(["loop"]) },
    ]);
    expect(readingsOf(answer)).toEqual(['literal "yönlendirme" "döngüsü"']);
  });

  test("is not translated where the word occurs", () => {
    expect(ask("şifre").reinterpreted).toEqual([]);
  });

  test.each([
    ["bağlantının", "connection"],
    ["dosyayı", "file"],
    ["kullanıcıları", "user"],
    ["önbelleği", "cache"],
    ["kaydı", "record"],
    ["yükleniyor", "load"],
    ["HATASI", "error"],
    ["Sıralama", "sort"],
  ])("%s is %s", (word, english) => {
    expect(englishWords(word)).toContain(english);
  });

  test.each(["the", "issue", "error", "handler", "is", "kitap", "", "a"])("%j is no word of the list", (word) => {
    expect(englishWords(word)).toEqual(word === "is" ? ["job", "work"] : []);
  });
});

describe("a broken or ambiguous pattern", () => {
  test.each<[string, string]>([
    ["/storeCookie(/", String.raw`/storeCookie\(/`],
    [String.raw`/redirect (a)\1+/`, String.raw`/redirect \(a\)\\1\+/`],
    ["/redirect [/", String.raw`/redirect \[/`],
  ])("%s is searched by its words, and its literal reading is offered with its count", (q, fix) => {
    const answer = ask(q);
    expect(answer.mistakes).toMatchObject([{ code: "badRegex", at: 0, fix }]);
    expect(answer.total).toBeGreaterThan(0);
    expect(answer.readings).toMatchObject([{ code: "fix", q: fix }]);
    expect(answer.readings[0]?.total).toBe(ask(fix).total);
  });

  test.each([
    ["follow.*redirect", "/follow.*redirect/"],
    [String.raw`\w+Jar`, String.raw`/\w+Jar/`],
    ["retryPol*", String.raw`/\bretryPol/`],
    ["*Cookie", String.raw`/Cookie\b/`],
  ])("%s is words, and the pattern is offered with its count", (q, pattern) => {
    const [reading] = ask(q).readings.filter(({ code }) => code === "pattern");
    expect(reading?.q).toBe(pattern);
    expect(reading?.total).toBe(ask(pattern).total);
    expect(reading?.total).toBeGreaterThan(0);
  });

  test.each(["send()", "a/b.ts", "client.ts", "map[string]", "x.y", "C++", "redirect?", "$jar"])(
    "%s is no pattern",
    (q) => {
      expect(ask(q).readings.filter(({ code }) => code === "pattern")).toEqual([]);
    },
  );
});

test("a filter without a value is named, at the end of the query too, and the joined reading is counted", () => {
  expect(ask("redirect lang:").mistakes).toMatchObject([{ code: "emptyFilter", at: 9, found: "lang:", fix: "" }]);
  const answer = ask("redirect lang: markdown");
  expect(answer.readings[0]).toMatchObject({ code: "fix", q: "redirect lang:markdown" });
  expect(answer.readings[0]?.total).toBe(ask("redirect lang:markdown").total);
});

test("a plain query has one reading", () => {
  expect(ask("redirect loop")).toMatchObject({ readings: [], reinterpreted: [], mistakes: [] });
});
