import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Localization } from "../../../contract/localization.ts";
import { findFrames } from "../../../server/engines/localize/frames.ts";
import { localize } from "../../../server/engines/localize/localize.ts";
import { readQuestion } from "../../../server/engines/localize/question.ts";
import { emptyManifest } from "../../../server/index/artifact.ts";
import { createFileBlobs } from "../../../server/index/blobs.ts";
import { createIndexStore } from "../../../server/index/indexStore.ts";
import { type SampleIndex, commitAt, sampleIndex } from "./sampleIndex.ts";

let sample: SampleIndex;
beforeAll(async () => {
  sample = await sampleIndex();
});
afterAll(() => {
  sample.remove();
});

const ask = (title: string, body = "", before: number | null = null) =>
  Localization.parse(localize(sample.index, { title, body, before }));

describe("an issue's text is taken apart", () => {
  test("into words without those that every report has", () => {
    const { terms } = readQuestion("Expected behavior of the retry is wrong", "Steps to reproduce: retry");
    expect(terms.map(({ term }) => term)).toEqual(["retri", "wrong"]);
  });

  test("into identifiers, the surest first", () => {
    const { identifiers } = readQuestion(
      "Broken",
      "The method `storeCookie` of CookieJar calls jar.set() with max_age.",
    );
    expect(identifiers.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["storeCookie", "CookieJar", "max_age"]),
    );
    expect(identifiers.at(0)?.certainty).toBeGreaterThan(identifiers.at(-1)?.certainty ?? 1);
  });

  test("into paths, also of links to a code host", () => {
    const { paths } = readQuestion(
      "In src/a/b.ts",
      "see https://git.example.org/x/y/blob/main/lib/c.py#L3 and http.client.Loop",
    );
    expect(paths).toEqual(expect.arrayContaining(["src/a/b.ts", "lib/c.py", "http.client.Loop"]));
  });

  test("template comments and pictures say nothing", () => {
    const { terms } = readQuestion("x", "<!-- please search first --> ![screenshot](https://example.org/cookies.png)");
    expect(terms).toEqual([]);
  });
});

describe("stack traces", () => {
  test.each<[string, string, string[]]>([
    [
      "Python, last frame first",
      'File "/lib/a.py", line 3, in f\n  File "/lib/b.py", line 7, in g',
      ["/lib/b.py:7 g", "/lib/a.py:3 f"],
    ],
    [
      "Java",
      "at org.acme.io.Reader.read(Reader.java:12)\nat org.acme.Main.main(Main.java)",
      ["org/acme/io/Reader.java:12 read", "org/acme/Main.java:- main"],
    ],
    [
      "JavaScript",
      "at Client.send (file:///srv/src/client.js:10:5)\nat /srv/x.ts:1:2",
      ["/srv/src/client.js:10 send", "/srv/x.ts:1 -"],
    ],
    ["Ruby", "lib/a.rb:4:in `go'", ["lib/a.rb:4 go"]],
    ["Go", "\t/home/u/server/main.go:42 +0x1b", ["home/u/server/main.go:42 -"]],
  ])("%s", (_, text, expected) => {
    const frames = findFrames(text).map(({ path, line, name }) => `${path}:${line ?? "-"} ${name ?? "-"}`);
    expect(frames).toEqual(expected);
  });
});

describe("files are ranked", () => {
  test("by words, with the sources before their tests, pages and copies", () => {
    const { files } = ask("Redirect loop is not detected", "The client follows redirects for ever.");
    expect(files[0]?.path).toBe("src/http/client.ts");
    const penalties = files.flatMap(({ path, reasons }) =>
      reasons.filter(({ code }) => code === "penalty").map(({ terms }) => [path, ...terms]),
    );
    expect(penalties).toEqual(
      expect.arrayContaining([
        ["tests/client.test.ts", "test"],
        ["docs/redirects.md", "docs"],
        ["dist/client.min.js", "generated"],
      ]),
    );
  });

  test("the points of all reasons add up to the score", () => {
    for (const file of ask("Redirect loop in `followRedirects`", "see src/http/client.ts").files) {
      expect(file.reasons.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(file.score, 4);
      for (const found of file.functions) {
        expect(found.reasons.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(found.score, 4);
      }
    }
  });

  test("by an identifier that one file defines", () => {
    const [first] = ask("Strange behaviour", "It happens in `waitBeforeAttempt`.").files;
    expect(first?.path).toBe("src/http/retryPolicy.ts");
    expect(first?.reasons.find(({ code }) => code === "identifier")?.terms).toEqual(["waitBeforeAttempt"]);
  });

  test("by a path and by a stack frame of another machine", () => {
    expect(ask("Broken", "Look at src/cookies/cookieJar.ts").files[0]?.path).toBe("src/cookies/cookieJar.ts");
    const traced = ask("Crash", "Error: x\n    at storeCookie (/app/node_modules/sample/src/cookies/cookieJar.ts:3:7)");
    expect(traced.files[0]?.reasons.find(({ code }) => code === "trace")?.terms).toEqual([
      "/app/node_modules/sample/src/cookies/cookieJar.ts",
    ]);
    expect(traced.files[0]?.functions[0]?.name).toBe("storeCookie");
  });

  test("by what similar commits changed, and nothing later than the issue is looked at", () => {
    const historyOf = (before: number | null) =>
      ask("Longer wait between attempts after a timeout", "", before)
        .files.find(({ path }) => path === "src/http/retryPolicy.ts")
        ?.reasons.find(({ code }) => code === "history")?.commits;
    expect(historyOf(null)?.map(({ hash }) => hash)).toContain(sample.commits[2]);
    expect(historyOf(commitAt(3))?.map(({ hash }) => hash) ?? []).not.toContain(sample.commits[2]);
  });

  test("by what fixed an issue that read the same", () => {
    const [first] = ask("Vanish", "They vanish again.").files.filter(({ reasons }) =>
      reasons.some(({ commits }) => commits.some(({ hash }) => hash === sample.commits[1])),
    );
    expect(first?.path).toBe("src/cookies/cookieJar.ts");
    const early = ask("Cookies vanish", "Empty cookies vanish.", commitAt(1));
    expect(early.files.flatMap(({ reasons }) => reasons.flatMap(({ commits }) => commits))).toEqual([]);
  });

  test("a report about the pages themselves does not push the pages down as far", () => {
    const penaltyOf = (title: string): number =>
      ask(title)
        .files.find(({ path }) => path === "docs/redirects.md")
        ?.reasons.find(({ code }) => code === "penalty")?.points ?? 0;
    expect(penaltyOf("Redirects are wrong")).toBeLessThan(2 * penaltyOf("Typo in the documentation of redirects"));
    expect(penaltyOf("Redirects are wrong")).toBeLessThan(0);
  });
});

describe("functions are ranked inside the files", () => {
  test("with their lines and their class", () => {
    const [first] = ask("followRedirects does not see a redirect loop").files;
    expect(first?.functions[0]).toMatchObject({
      name: "HttpClient.followRedirects",
      kind: "method",
      start_line: 9,
      end_line: 12,
    });
  });

  test("and the snippet shows the best lines", () => {
    const [first] = ask("followRedirects does not see a redirect loop").files;
    expect(first?.snippet?.lines.join("\n")).toContain("followRedirects(location");
    expect(first?.snippet?.match_lines).toContain(9);
  });
});

describe("confidence", () => {
  test("is high with names and a path, low with words that say little", () => {
    expect(
      ask("followRedirects loops", "In src/http/client.ts `followRedirects` throws RedirectLoopError").confidence,
    ).toBe("high");
    expect(ask("Something").confidence).toBe("low");
    expect(ask("zzz qqq").files).toEqual([]);
  });
});

test("an empty index and an empty issue are answered", async () => {
  const index = await createIndexStore(createFileBlobs("/nowhere")).open(emptyManifest());
  expect(localize(index, { title: "a", body: "b", before: null })).toMatchObject({ confidence: "low", files: [] });
  expect(ask("", "").files).toEqual([]);
});

test("a hostile text of a megabyte is read in bounded time and size", () => {
  const body = `${"(".repeat(50_000)}${"a.".repeat(50_000)}${"x/".repeat(50_000)}${'File "'.repeat(50_000)}${"at ".repeat(100_000)}`;
  const { terms, paths, frames } = readQuestion("`".repeat(5000), body);
  expect(terms.length).toBeLessThan(300);
  expect(paths.length).toBeLessThanOrEqual(100);
  expect(frames.length).toBeLessThanOrEqual(60);
});
