import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Localization } from "../../../contract/issues/localization.ts";
import { spelledNames } from "../../../server/engines/question/spelledNames.ts";
import { localize } from "../../../server/engines/localize/localize.ts";
import { errorMessages } from "../../../server/engines/question/errorMessages.ts";
import { readQuestion } from "../../../server/engines/question/question.ts";
import { reportSections } from "../../../server/engines/question/sections.ts";
import { emptyManifest } from "../../../server/index/manifest.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { IndexCache } from "../../../server/index/IndexCache.ts";
import { type SampleIndex, sampleIndex } from "./sampleIndex.ts";
import { commitTime } from "../support/indexedProject.ts";

let sample: SampleIndex;
beforeAll(async () => {
  sample = await sampleIndex();
});
afterAll(() => {
  sample.remove();
});

const ask = (title: string, body = "", beforeMs: number | null = null) =>
  Localization.parse(localize(sample.index, { title, body, beforeMs }));

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

  test("template comments and pictures add no terms", () => {
    const { terms } = readQuestion("x", "<!-- please search first --> ![screenshot](https://example.org/cookies.png)");
    expect(terms).toEqual([]);
  });
});

describe("parts of a report count by what they are", () => {
  const zones = (body: string) => reportSections(body).map(({ kind, text }) => `${kind}: ${text.trim()}`);

  test("headings of templates are left out, those of the writer are kept", () => {
    expect(
      zones("### Steps to reproduce\nOpen it.\n## The cookie jar forgets\nIt does.\n**What is expected?**\nNot that."),
    ).toEqual(["prose: Open it.\nThe cookie jar forgets\nIt does.\nNot that."]);
  });

  test("distinguishes code, traces and machine settings from prose", () => {
    const body = [
      "It fails.",
      "```py",
      "jar = Jar()",
      "```",
      "Traceback (most recent call last):",
      '  File "a.py", line 3, in f',
      "ValueError: no jar",
      "## Environment",
      "Python 3.9",
      "- OS: macOS",
    ].join("\n");
    expect(zones(body)).toEqual([
      "prose: It fails.",
      "code: jar = Jar()",
      'trace: Traceback (most recent call last):\n  File "a.py", line 3, in f',
      "prose: ValueError: no jar",
      "environment: Python 3.9\n- OS: macOS",
    ]);
  });

  test("words of settings weigh next to nothing, those of prose most", () => {
    const { terms } = readQuestion("x", "The jar leaks.\n## System info\nbrowser firefox");
    const weightOf = (term: string) => terms.find((each) => each.term === term)?.weight ?? 0;
    expect(weightOf("jar")).toBeGreaterThan(5 * weightOf("firefox"));
  });

  test("a back-tick without a partner does not make names of the words between", () => {
    const { identifiers } = readQuestion("x", "An `%3F` (`?`) in it. I ran into this with `try_files` today");
    expect(identifiers.map(({ text }) => text)).toContain("try_files");
    expect(identifiers.map(({ text }) => text)).not.toContain("ran");
  });

  test("names with their class, and lines that a link points at", () => {
    const { qualified, linkedLines } = readQuestion(
      "Jar.close() hangs",
      "see https://git.example.org/x/y/blob/1a2b/src/jar.py#L40-L44",
    );
    expect(qualified).toContainEqual({ owner: "Jar", name: "close", certainty: 1 });
    expect(linkedLines).toEqual([{ path: "src/jar.py", line: 40, name: null }]);
  });

  test.each([
    ["https://github.com/x/y/blob/main/src/cookies/jar.ts#L2", "src/cookies/jar.ts"],
    ["https://github.com/x/src/blob/main/src/raw/jar.ts#L2-L4", "src/raw/jar.ts"],
    ["https://gl.example/g/src/-/blob/v1.0/lib/blob/a/jar.rb#L2", "lib/blob/a/jar.rb"],
    ["https://bitbucket.org/x/y/src/1a2b/src/raw/jar.java#lines-2", "src/raw/jar.java"],
  ])("the whole path of the link %s", (link, path) => {
    const { linkedLines, paths } = readQuestion("x", `See ${link} and what is below.`);
    expect(linkedLines).toEqual([{ path, line: 2, name: null }]);
    expect(paths).toContain(path);
  });

  test.each([
    ["ValueError: max() arg is an empty sequence", "max() arg is an empty sequence"],
    ["thread 'main' panicked at 'no such jar here', src/main.rs:9", "no such jar here"],
    ['It says "the lid is not on the jar" then.', "the lid is not on the jar"],
  ])("messages: %s", (text, message) => {
    expect(errorMessages(text)).toContain(message);
  });

  test("words may spell the name of a file", () => {
    const spelled = (text: string) =>
      spelledNames(text, { name: 1, word: 0.5, row: 0.7 }).map(({ letters, certainty }) => `${letters} ${certainty}`);
    expect(spelled("Keep alive of CookieJar, not of the index")).toEqual([
      "keep 0.5",
      "alive 0.5",
      "keepalive 0.7",
      "cookiejar 1",
    ]);
  });
});

describe("a trace without a description", () => {
  const trace =
    "Error: retry policy: wait before attempt, attempts exceeded\n    at storeCookie (/app/src/cookies/cookieJar.ts:3:7)";

  test.each(["", "Crash", "Error: retry policy: wait before attempt, attempts exceeded"])(
    "belongs where it ends, for any message: %j",
    (title) => {
      const { files, confidence } = ask(title, trace);
      expect(files[0]?.path).toBe("src/cookies/cookieJar.ts");
      expect(confidence).not.toBe("low");
    },
  );

  test("is distinguished from one with a description", () => {
    expect(readQuestion("Crash", trace).isOnlyTrace).toBe(true);
    expect(readQuestion("Crash", "Happens when the session of a user ends while a page loads").isOnlyTrace).toBe(false);
    const described = `Happens when the session of a user ends while a page loads:\n\n${trace}`;
    expect(readQuestion("Crash", described).isOnlyTrace).toBe(false);
  });
});

describe("files are ranked", () => {
  test("by words, with the sources before their tests, pages and copies", () => {
    const { files } = ask("Redirect loop is not detected", "The client follows redirects without end.");
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
    const { files } = ask("Redirect loop in `followRedirects`", "see src/http/client.ts");
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
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

  test("with the line that the text names in a file: the surest path's first, a link's before a trace's", () => {
    const path = "src/cookies/cookieJar.ts";
    const lineIn = (body: string) => ask("Crash", body).files.find((file) => file.path === path)?.line;
    const trace = `Error: x\n    at run (/app/dist/cookieJar.ts:9:1)\n    at storeCookie (/app/${path}:3:7)\n    at set (/app/${path}:5:1)`;
    expect(lineIn(trace)).toBe(3);
    expect(lineIn(`${trace}\n\nhttps://git.example.org/x/y/blob/main/cookies/cookieJar.ts#L2`)).toBe(2);
    expect(lineIn(`Error: x\n    at storeCookie (/app/${path}:0:7)`)).toBeNull();
    expect(lineIn(`Look at ${path}`)).toBeNull();
  });

  test("by what similar commits changed, and nothing later than the issue is read", () => {
    const historyOf = (beforeMs: number | null) =>
      ask("Longer wait between attempts after a timeout", "", beforeMs)
        .files.find(({ path }) => path === "src/http/retryPolicy.ts")
        ?.reasons.find(({ code }) => code === "history")?.commits;
    expect(historyOf(null)?.map(({ hash }) => hash)).toContain(sample.commits[2]);
    expect(historyOf(commitTime(3))?.map(({ hash }) => hash) ?? []).not.toContain(sample.commits[2]);
  });

  test("by what fixed an issue that read the same", () => {
    const [first] = ask("Vanish", "They vanish again.").files.filter(({ reasons }) =>
      reasons.some(({ commits }) => commits.some(({ hash }) => hash === sample.commits[1])),
    );
    expect(first?.path).toBe("src/cookies/cookieJar.ts");
    const early = ask("Cookies vanish", "Empty cookies vanish.", commitTime(1));
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
  test("is high with names and a path, low with unspecific words", () => {
    expect(
      ask("followRedirects loops", "In src/http/client.ts `followRedirects` throws RedirectLoopError").confidence,
    ).toBe("high");
    expect(ask("Something").confidence).toBe("low");
    expect(ask("zzz qqq").files).toEqual([]);
  });
});

test("an empty index and an empty issue are answered", async () => {
  const index = await new IndexCache(createFileBlobs("/nowhere")).open(emptyManifest());
  expect(localize(index, { title: "a", body: "b", beforeMs: null })).toMatchObject({ confidence: "low", files: [] });
  expect(ask("", "").files).toEqual([]);
});

test("a hostile text of a megabyte is read in bounded time and size", () => {
  const body = `${"(".repeat(50_000)}${"a.".repeat(50_000)}${"x/".repeat(50_000)}${'File "'.repeat(50_000)}${"at ".repeat(100_000)}`;
  const { terms, paths, frames } = readQuestion("`".repeat(5000), body);
  expect(terms.length).toBeLessThan(300);
  expect(paths.length).toBeLessThanOrEqual(100);
  expect(frames.length).toBeLessThanOrEqual(60);
});

describe("a reason claims only what the report holds", () => {
  const reasonsOf = (title: string, body: string, path: string) =>
    ask(title, body).files.find((file) => file.path === path)?.reasons ?? [];

  test("words of the report that equal a file's name are not a path in the report", () => {
    const reasons = reasonsOf("The cookie jar forgets its values", "It should keep them.", "src/cookies/cookieJar.ts");
    expect(reasons.map(({ code }) => code)).not.toContain("path");
    expect(reasons).toContainEqual(expect.objectContaining({ code: "file_name", terms: ["cookieJar.ts"] }));
  });

  test("a path in the report is", () => {
    const reasons = reasonsOf("It forgets", "See src/cookies/cookieJar.ts.", "src/cookies/cookieJar.ts");
    expect(reasons).toContainEqual(
      expect.objectContaining({
        code: "path",
        terms: expect.arrayContaining(["src/cookies/cookieJar.ts"]) as string[],
      }),
    );
  });
});
