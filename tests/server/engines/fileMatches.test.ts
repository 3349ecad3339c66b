import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FileMatches } from "../../../contract/search/search.ts";
import { countFileMatches, fileMatches } from "../../../server/engines/search/results/fileMatches.ts";
import { search } from "../../../server/engines/search/search.ts";
import { textOfFile } from "../../../server/index/OpenedIndex.ts";
import { type SampleIndex, sampleIndex } from "./sampleIndex.ts";

let sample: SampleIndex;
beforeAll(async () => {
  sample = await sampleIndex();
});
afterAll(() => {
  sample.remove();
});

const SOURCE = "repository-1";
const PATH = "src/http/client.ts";

const linesOf = (path: string): string[] => {
  const [code] = sample.index.code;
  if (!code) throw new Error("the sample has no code");
  return textOfFile(code, code.files.find(path)).split("\n");
};
const matchesOf = (q: string, path = PATH): FileMatches => {
  const found = fileMatches(sample.index, { q, source: SOURCE, path });
  return FileMatches.parse(found);
};
const numbersOf = ({ lines }: FileMatches): number[] => lines.flatMap(({ number, matched }) => (matched ? number : []));

describe("all matches of a file", () => {
  test.each(["redirect", "cookie", "error"])("of the word %s are the lines that contain it", (word) => {
    const wanted = linesOf(PATH).flatMap((line, at) => (new RegExp(word, "i").test(line) ? at + 1 : []));
    const found = numbersOf(matchesOf(word));
    // The index has more forms of a word than its letters: plural and parts of names.
    expect(found).toEqual(
      expect.arrayContaining(wanted.filter((at) => new RegExp(`\\b${word}\\b`, "i").test(linesOf(PATH)[at - 1] ?? ""))),
    );
    for (const at of found) expect(linesOf(PATH)[at - 1]).toMatch(new RegExp(word.slice(0, 4), "i"));
  });

  test.each(["follow\\w+", "throw|return", "\\{$"])("of the pattern %s are the lines that it matches", (pattern) => {
    const wanted = linesOf(PATH).flatMap((line, at) => (new RegExp(pattern, "i").test(line) ? at + 1 : []));
    expect(wanted).not.toEqual([]);
    const found = matchesOf(`/${pattern}/`);
    expect(numbersOf(found)).toEqual(wanted);
    expect(found.total).toBe(wanted.length);
  });

  test.each<[string, RegExp]>([
    ['"too many redirects"', /too many redirects/],
    ['"class HttpClient" kind:code', /class HttpClient/],
    ["HttpClient OR RedirectLoopError", /HttpClient|RedirectLoopError/],
    ["RedirectLoopError -cookie", /RedirectLoopError/],
    ["RedirectLoopEror", /RedirectLoopError/],
    ['HttpClient "return location"', /HttpClient|return location/],
  ])("of the query %s are the lines that fulfil it", (q, wanted) => {
    expect(numbersOf(matchesOf(q))).toEqual(linesOf(PATH).flatMap((line, at) => (wanted.test(line) ? at + 1 : [])));
  });

  test("of a phrase over two lines are both lines, with the phrase marked", () => {
    const { total, lines } = matchesOf('"string { return this.followRedirects"');
    expect(total).toBe(2);
    const marked = lines.flatMap(({ segments }) =>
      segments.filter(({ match }) => match).map(({ text }) => text.trim()),
    );
    expect(marked).toEqual(["string {", "return this.followRedirects"]);
  });

  test("of a short phrase are all of its places", () => {
    const { lines } = matchesOf('"e" kind:code');
    const marked = lines.filter(({ matched }) => matched);
    expect(marked.map(({ number }) => number)).toEqual(
      linesOf(PATH).flatMap((line, at) => (/e/i.test(line) ? at + 1 : [])),
    );
    for (const { number, segments } of marked) {
      const places = segments.filter(({ match }) => match).map(({ text }) => text);
      expect(places.join("")).toHaveLength([...(linesOf(PATH)[number - 1] ?? "").matchAll(/e/gi)].length);
    }
  });

  test.each(["redirect -HttpClient", "redirect lang:markdown", "kind:code", "lang:typescript", '"Too Many Redirects"'])(
    "are none for %s, which the file does not fulfil or fulfils by filters alone",
    (q) => {
      expect(matchesOf(q)).toEqual({ total: 0, truncated: false, lines: [] });
    },
  );

  test("have two lines around each, whole and in order", () => {
    const text = linesOf(PATH);
    const found = matchesOf("/follow\\w+/");
    for (const at of numbersOf(found)) {
      for (const near of [at - 2, at - 1, at + 1, at + 2].filter((one) => one >= 1 && one < text.length)) {
        expect(found.lines.map(({ number }) => number)).toContain(near);
      }
    }
    const numbers = found.lines.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    for (const { number, segments } of found.lines) {
      expect(segments.map((segment) => segment.text).join("")).toBe(text[number - 1]);
    }
  });

  test("are none where nothing matches, and null where there is no such file", () => {
    expect(matchesOf("/zzz+/")).toEqual({ total: 0, truncated: false, lines: [] });
    expect(fileMatches(sample.index, { q: "x", source: SOURCE, path: "no/such.ts" })).toBeNull();
    expect(fileMatches(sample.index, { q: "x", source: "another", path: PATH })).toBeNull();
  });
});

describe("a result in a file", () => {
  test("has the lines around its line, without the indentation that all of them share", () => {
    const hits = search(sample.index, { q: "redirect" }).results.filter(({ line }) => line !== null);
    expect(hits.length).toBeGreaterThan(0);
    for (const { path, line, context } of hits) {
      const lines = linesOf(path ?? "");
      const at = (line ?? 1) - 1;
      const around = lines.slice(Math.max(0, at - 2), at + 3).filter((text) => text.trim() !== "");
      const common = Math.min(...around.map((text) => text.length - text.trimStart().length));
      const whole = (text: string): string => (text.trim() === "" ? text.trim() : " ".repeat(common) + text);
      const wanted = (text: string | undefined): string => (text?.trim() === "" ? "" : (text ?? ""));
      expect(context?.before.map(whole)).toEqual(lines.slice(Math.max(0, at - 2), at).map(wanted));
      expect(context?.after.map(whole)).toEqual(lines.slice(at + 1, at + 1 + (context?.after.length ?? 0)).map(wanted));
      expect(" ".repeat(common) + (context?.indent ?? "")).toBe(/^ */.exec(lines[at] ?? "")?.[0]);
    }
  });
});

describe("the numbers of matches of several files", () => {
  const files = () => {
    const paths = sample.index.code[0]?.files.paths;
    return Array.from({ length: paths?.length ?? 0 }, (_, at) => ({ source: SOURCE, path: paths?.at(at) ?? "" }));
  };

  test.each(["redirect", "/throw|return/", '"return location"', "redirect path:nowhere"])(
    "for %s are those of each file's list, and 0 for a file that is not there",
    (q) => {
      const all = [...files(), { source: SOURCE, path: "no/such.ts" }, { source: "another", path: PATH }];
      const wanted = all.map(({ source, path }) => fileMatches(sample.index, { q, source, path })?.total ?? 0);
      expect(countFileMatches(sample.index, { q, files: all })).toEqual(wanted);
    },
  );

  test("end where the texts become too many", () => {
    const once = { source: SOURCE, path: PATH };
    const size = linesOf(PATH).join("\n").length;
    const counts = countFileMatches(sample.index, {
      q: "redirect",
      files: Array(Math.ceil(500_000 / size) + 2).fill(once),
    });
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts.at(-1)).toBeNull();
    expect(counts.lastIndexOf(counts[0] ?? null)).toBe(Math.ceil(500_000 / size) - 1);
  });
});
