import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { NameKind } from "../../../contract/search/goTo.ts";
import { findNames } from "../../../server/engines/goTo/findNames.ts";
import { requestNames } from "../../../server/engines/goTo/foundNames.ts";
import { peopleOfIndex } from "../../../server/engines/search/collections/searchPeople.ts";
import { type SampleIndex, sampleIndex } from "./sampleIndex.ts";

let sample: SampleIndex;
beforeAll(async () => {
  sample = await sampleIndex();
});
afterAll(() => sample.remove());

const requests = requestNames([
  {
    id: "request-1",
    key: "!7",
    address: "7",
    title: "Wait between attempts",
    url: "https://example.org/7",
    state: "merged",
  },
  { id: "request-2", key: "!8", address: "8", title: "Şifre ekranı", url: "https://example.org/8", state: "open" },
]);
const find = (q: string, kind: readonly NameKind[] = [], limit = 8) =>
  findNames(sample.index, { q, kind, limit, people: peopleOfIndex(sample.index), requests });
const firstOf = (q: string, ...kind: NameKind[]) => {
  const [first] = find(q, kind);
  return first && `${first.kind} ${first.path ?? first.id} ${first.name}`;
};

describe("names of a project", () => {
  test.each([
    ["client.ts", "file src/http/client.ts client.ts"],
    ["client", "file src/http/client.ts client.ts"],
    ["http/cli", "file src/http/client.ts client.ts"],
    ["rp", "file src/http/retryPolicy.ts retryPolicy.ts"],
    ["retrypolcy", "file src/http/retryPolicy.ts retryPolicy.ts"],
    ["cookies jar", "file src/cookies/cookieJar.ts cookieJar.ts"],
    ["HttpClient", "symbol src/http/client.ts HttpClient"],
    ["httpclient", "symbol src/http/client.ts HttpClient"],
    ["RedLooErr", "symbol src/http/client.ts RedirectLoopError"],
    ["HttpClient.send", "symbol src/http/client.ts send"],
    ["store_cookie", "symbol src/cookies/cookieJar.ts storeCookie"],
    ["#12", "issue issue-12 Şifre güncellenmiyor"],
    ["sifre guncel", "issue issue-12 Şifre güncellenmiyor"],
    ["ŞİFRE EKRAN", "request request-2 Şifre ekranı"],
    ["!7", "request request-1 Wait between attempts"],
    ["retry policy doc", "issue issue-2 Document the retry policy"],
  ])("%s → %s", (typed, first) => {
    expect(firstOf(typed)).toBe(first);
  });

  test("the file and the definition come before their tests and before generated files", () => {
    const names = find("client", ["file"]).map(({ path }) => path);
    expect(names.indexOf("src/http/client.ts")).toBeLessThan(names.indexOf("tests/client.test.ts"));
    expect(names).toContain("dist/client.min.js");
    expect(names.indexOf("tests/client.test.ts")).toBeLessThan(names.indexOf("dist/client.min.js"));
  });

  test("a symbol has its line, its kind and its container", () => {
    expect(find("followRedirects", ["symbol"])[0]).toMatchObject({
      line: 9,
      symbol: "method",
      container: "HttpClient",
      path: "src/http/client.ts",
    });
  });

  test("kinds and the limit are kept, and scores fall", () => {
    const all = find("e", [], 2);
    for (const [, some] of Map.groupBy(all, ({ kind }) => kind)) expect(some.length).toBeLessThanOrEqual(2);
    expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).toSorted((a, b) => b - a));
    expect(new Set(find("re", ["issue", "request"]).map(({ kind }) => kind))).not.toContain("file");
  });

  test("the best names do not depend on the limit", () => {
    for (const typed of ["c", "re", "client", "http", "cok", "redirectlop"])
      for (const kind of ["file", "symbol"] as const)
        expect(find(typed, [kind], 1).map(({ id }) => id)).toEqual(
          find(typed, [kind], 8)
            .slice(0, 1)
            .map(({ id }) => id),
        );
  });

  test("nothing typed, and what is nowhere, finds nothing", () => {
    for (const typed of ["", "   ", "zzqx"]) expect(find(typed)).toEqual([]);
  });
});
