/** Parsers of foreign texts and files: they terminate for every input and throw only their own errors. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { leavesOf } from "../../contract/query/queryNodes.ts";
import { parseQuery } from "../../contract/query/searchQuery.ts";
import { compilePattern } from "../../server/engines/search/patterns/compilePattern.ts";
import { firstMatch } from "../../server/engines/search/patterns/patternMatches.ts";
import { requiredLiterals } from "../../server/engines/search/patterns/requiredLiterals.ts";
import { search } from "../../server/engines/search/search.ts";
import { renderMarkdown } from "../../src/components/ui/renderMarkdown.ts";
import { parseWith } from "../../server/http/fieldErrors.ts";
import { ApiError } from "../../server/errors.ts";
import { ChunkTable } from "../../server/index/tables/chunkTable.ts";
import { CommitTable } from "../../server/index/tables/commitTable.ts";
import { ContentPack } from "../../server/index/segment/contentPack.ts";
import { FileTable } from "../../server/index/tables/fileTable.ts";
import { compileGlob } from "../../server/index/text/globPattern.ts";
import { DamagedIndexError, IndexFormatError } from "../../server/index/indexErrors.ts";
import { IssueTable } from "../../server/index/tables/issueTable.ts";
import { Segment } from "../../server/index/segment/segment.ts";
import { MAX_TOKEN_LENGTH, scanTokens, splitIdentifier, termsOfText } from "../../server/index/text/tokenize.ts";
import { storageToMarkdown } from "../../server/sources/providers/confluence/storageFormat.ts";
import { parseLog } from "../../server/sources/git/commitHistory.ts";
import { adfToMarkdown } from "../../server/sources/providers/atlassian/adf.ts";
import { SourceError } from "../../server/sources/SourceError.ts";
import { sampleIndex, type SampleIndex } from "../server/engines/sampleIndex.ts";
import { fuzz, fuzzTimeout } from "./fuzzRuns.ts";
import { evilText } from "./hostile.ts";

const WORDS = { base: null, headingLevel: 3, done: "", open: "", image: "" } as const;

const query = (): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "AND",
          "OR",
          "NOT",
          "-",
          "(",
          ")",
          '"',
          "/",
          ":",
          "path:",
          "lang:ts",
          "is:open",
          "kind:",
          "repo:*a*",
          "before:2026",
          "~",
          "redirect",
          "HttpClient",
          "/re.*t/",
          "/(a|b/",
          '"two words"',
          "path:src/**/x*",
          "author:a?a",
          "\\",
        ),
        evilText().map((text) => text.slice(0, 200)),
      ),
      { maxLength: 12 },
    )
    .chain((parts) => fc.constantFrom("", " ").map((gap) => parts.join(gap)));

describe("the query parser", () => {
  test("takes any text, and its pieces lie inside of it", { timeout: fuzzTimeout }, () => {
    fc.assert(
      fc.property(query(), (text) => {
        const { root, mistakes } = parseQuery(text);
        const pieces = [...mistakes, ...leavesOf(root).map(({ leaf }) => leaf)];
        for (const { at, end } of pieces) {
          expect(at).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(at);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      fuzz(400),
    );
  });
});

describe("over an index", () => {
  let sample: SampleIndex;
  beforeAll(async () => {
    sample = await sampleIndex();
  });
  afterAll(() => sample.remove());

  test("any query is answered, and what is marked is text of the line", { timeout: fuzzTimeout }, () => {
    fc.assert(
      fc.property(query(), (q) => {
        const { results, total } = search(sample.index, { q: q.slice(0, 1000) });
        expect(total).toBeGreaterThanOrEqual(0);
        for (const { snippet } of results) expect(Array.isArray(snippet)).toBe(true);
      }),
      fuzz(150),
    );
  });

  describe("damaged files", () => {
    const OPENERS: Readonly<Record<string, (bytes: Buffer) => { readonly byteLength?: number }>> = {
      segment: (bytes) => new Segment(bytes),
      content: (bytes) => new ContentPack(bytes),
      files: (bytes) => new FileTable(bytes),
      chunks: (bytes) => new ChunkTable(bytes),
      commits: (bytes) => new CommitTable(bytes),
      issues: (bytes) => new IssueTable(bytes),
    };
    const files = (): Buffer[] => {
      const found = readdirSync(sample.blobFolder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
      expect(found.length).toBeGreaterThan(5);
      return found;
    };

    test("reports a flipped bit, a missing end and excess bytes as damage", { timeout: fuzzTimeout }, () => {
      const all = files();
      fc.assert(
        fc.property(
          fc.nat(all.length - 1),
          fc.constantFrom(...Object.keys(OPENERS)),
          fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
          fc.nat(7),
          fc.constantFrom("flip", "cut", "grow", "zero"),
          (number, kind, place, bit, harm) => {
            const whole = all[number] ?? Buffer.alloc(0);
            const at = Math.floor(place * whole.length);
            const bytes =
              harm === "cut"
                ? Buffer.from(whole.subarray(0, at))
                : Buffer.concat([whole, Buffer.alloc(harm === "grow" ? 8 : 0, 1)]);
            if (harm === "flip") bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
            if (harm === "zero") bytes.fill(0, at);
            if (bytes.equals(whole)) return;
            let thrown: unknown;
            try {
              OPENERS[kind]?.(bytes);
            } catch (error) {
              thrown = error;
            }
            expect(thrown instanceof DamagedIndexError || thrown instanceof IndexFormatError, String(thrown)).toBe(
              true,
            );
          },
        ),
        fuzz(600),
      );
    });
  });
});

describe("the tokenizer", () => {
  test("gives pieces of the text, in order and never too long", { timeout: fuzzTimeout }, () => {
    fc.assert(
      fc.property(fc.oneof(evilText(), fc.string({ unit: "binary", maxLength: 500 })), (text) => {
        let from = 0;
        scanTokens(text, (token, at) => {
          expect(text.slice(at, at + token.length)).toBe(token);
          expect(at).toBeGreaterThanOrEqual(from);
          expect(token.length).toBeLessThanOrEqual(MAX_TOKEN_LENGTH);
          from = at + token.length;
          for (const part of splitIdentifier(token)) expect(token).toContain(part);
        });
        expect(termsOfText(text)).toBeDefined();
      }),
      fuzz(500),
    );
  });
});

describe("the reader of git's log", () => {
  const chunked = async function* (bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
    let at = 0;
    for (let turn = 0; at < bytes.length; turn += 1) {
      const size = Math.max(1, sizes[turn % Math.max(1, sizes.length)] ?? 1);
      yield bytes.subarray(at, at + size);
      at += size;
    }
  };
  const read = async (bytes: Buffer, sizes: readonly number[]): Promise<unknown> => {
    const commits: unknown[] = [];
    try {
      for await (const commit of parseLog(chunked(bytes, sizes))) commits.push(commit);
    } catch (error) {
      expect(error).toBeInstanceOf(SourceError);
      return "damaged";
    }
    return commits;
  };
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

  test("reads the same of any bytes, however they are cut", { timeout: fuzzTimeout }, async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 400 }).map((some) => Buffer.from(some)),
      fc
        .array(fc.oneof(fc.constantFrom("\u0001", "A", "M", "\n", "", "1700000000", "a".repeat(40)), evilText()), {
          maxLength: 30,
        })
        .map((parts) => Buffer.from(parts.join("\0"))),
    );
    await fc.assert(
      fc.asyncProperty(bytes, sizes, async (some, cut) => {
        expect(await read(some, cut)).toEqual(await read(some, [1_000_000]));
      }),
      fuzz(250),
    );
  });

  test("gives back the commits that were written", { timeout: fuzzTimeout }, async () => {
    const word = evilText().map((text) => text.toWellFormed().replaceAll("\u0000", "").replaceAll("\u0001", ""));
    const path = word.map((text) => text.replaceAll(/^\s+|\s+$/g, "") || "a");
    const commit = fc.record({
      message: word.map((text) => text.replace(/\n+$/, "")),
      author: word,
      paths: fc.array(fc.tuple(fc.constantFrom("A", "M", "D", "T"), path), { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(commit, { minLength: 1, maxLength: 5 }), sizes, async (commits, cut) => {
        const text = commits
          .map(({ message, author, paths }, number) => {
            const head = [
              `\u0001${String(number).padStart(40, "0")}`,
              "",
              author,
              "a@b.c",
              "1700000000",
              "1700000000",
              message,
            ];
            return [...head, ...paths.flat()].map((field) => `${field}\0`).join("");
          })
          .join("");
        const parsed = (await read(Buffer.from(text), cut)) as {
          message: string;
          changes: { kind: string; path: string }[];
        }[];
        expect(
          parsed.map(({ message, changes }) => [message, changes.map(({ kind, path: name }) => [kind, name])]),
        ).toEqual(commits.map(({ message, paths }) => [message, paths]));
      }),
      fuzz(120),
    );
  });
});

describe("pages and issues of others", () => {
  /** Our Markdown must not contain raw HTML that the document did not have. It is escaped again when it is rendered. */
  const context = { site: "https://wiki.example", spaceKey: "DOC" };

  test("Atlassian's document format with any content", { timeout: fuzzTimeout }, () => {
    const { document } = fc.letrec((tie) => ({
      document: fc.record(
        {
          type: fc.oneof(
            fc.constantFrom(
              "doc",
              "paragraph",
              "heading",
              "bulletList",
              "orderedList",
              "listItem",
              "codeBlock",
              "table",
              "tableRow",
              "tableCell",
              "text",
              "mention",
              "emoji",
              "panel",
              "media",
              "mediaSingle",
              "inlineCard",
              "taskList",
              "taskItem",
              "expand",
              "rule",
              "hardBreak",
            ),
            evilText(),
          ),
          text: evilText(),
          attrs: fc.dictionary(
            fc.constantFrom("level", "order", "url", "text", "language", "state", "href"),
            fc.oneof(evilText(), fc.integer()),
          ),
          marks: fc.array(
            fc.record({
              type: fc.constantFrom("link", "code", "strong", "em", "x"),
              attrs: fc.dictionary(fc.constant("href"), evilText()),
            }),
          ),
          content: fc.oneof(
            { depthSize: "small" },
            fc.constant([]),
            fc.array(tie("document"), { maxLength: 4 }),
            fc.jsonValue(),
          ),
        },
        { requiredKeys: ["type"] },
      ),
    }));
    fc.assert(
      fc.property(fc.oneof(document, fc.jsonValue()), (given) => {
        expect(typeof adfToMarkdown(given)).toBe("string");
      }),
      fuzz(300),
    );
  });

  test("Confluence's storage format with any content", { timeout: fuzzTimeout }, () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "<p>",
        "</p>",
        '<ac:structured-macro ac:name="code">',
        "<ac:plain-text-body><![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "<table>",
        "<tr>",
        "<td>",
        "<script>",
        "</script>",
        '<a href="javascript:1">',
        "&lt;",
        "&#x0;",
        "&#99999999;",
        "&bogus;",
        "<",
        ">",
        '"',
        "<ri:page",
        "/>",
        "<li>",
        "<ul>",
      ),
      evilText(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
        const html = renderMarkdown(storageToMarkdown(parts.join(""), context), WORDS);
        expect(html).not.toMatch(/<script|href="\s*javascript:/i);
      }),
      fuzz(300),
    );
  });

  test("nesting deeper than in written text", () => {
    const deep = 50_000;
    expect(typeof storageToMarkdown("<p>".repeat(deep) + "x", context)).toBe("string");
    let nested: unknown = { type: "text", text: "x" };
    for (let level = 0; level < deep; level += 1) nested = { type: "bulletList", content: [nested] };
    expect(typeof adfToMarkdown(nested)).toBe("string");
    let body: unknown = "x";
    for (let level = 0; level < deep; level += 1) body = { a: body };
    expect(() => parseWith(z.object({ a: z.unknown() }), body)).toThrow(ApiError);
  });
});

describe("patterns", () => {
  const glob = () =>
    fc
      .array(fc.constantFrom("a", "b", "/", ".", "*", "**", "**/", "?", "+", "("), { maxLength: 9 })
      .map((parts) => parts.join(""));
  const path = () =>
    fc.array(fc.constantFrom("a", "b", "/", ".", "+", "("), { maxLength: 12 }).map((parts) => parts.join(""));
  /** The implementations before they became linear: the output is identical, on texts too short to be slow. */
  const asRegex = (
    source: string,
    end: "whole" | "orBelow" | "below",
    isAnywhere: boolean,
    style: "git" | "query",
  ): RegExp => {
    const body = source.replaceAll(/\*{2,}\/?|[*?]|[^*?]+/g, (piece) => {
      if (piece.startsWith("**")) return style === "git" && piece.endsWith("/") ? "(?:.*/)?" : ".*";
      if (piece === "*") return "[^/]*";
      return piece === "?" ? "[^/]" : piece.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`);
    });
    return new RegExp(
      `^${isAnywhere ? "(?:.*/)?" : ""}${body}${{ whole: "$", orBelow: "(?:/|$)", below: "/" }[end]}`,
      "su",
    );
  };

  test("a glob means what its regular expression meant", { timeout: fuzzTimeout }, () => {
    fc.assert(
      fc.property(
        glob(),
        path(),
        fc.constantFrom("whole", "orBelow", "below"),
        fc.boolean(),
        fc.constantFrom("git", "query"),
        (source, text, end, isAnywhere, style) => {
          expect(compileGlob({ source, end, isAnywhere, style })(text)).toBe(
            asRegex(source, end, isAnywhere, style).test(text),
          );
        },
      ),
      fuzz(3000),
    );
  });

  test("an expression of RE2 finds or reports its error", { timeout: fuzzTimeout }, () => {
    const source = fc
      .array(
        fc.constantFrom(
          "a",
          "b",
          "(",
          ")",
          "[",
          "]",
          "*",
          "+",
          "?",
          "|",
          "\\",
          "{2,3}",
          "{1000}",
          "^",
          "$",
          "\\p{L}",
          "(?i)",
          ".",
        ),
        { maxLength: 20 },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.oneof(source, evilText()), evilText(), fc.boolean(), (pattern, text, ignoreCase) => {
        const compiled = compilePattern(pattern, ignoreCase);
        expect(requiredLiterals(pattern)).toBeDefined();
        expect("problem" in compiled && compiled.problem === "").toBe(false);
        if ("problem" in compiled) return;
        const found = firstMatch(text, compiled);
        for (const { from, to } of found?.matches ?? []) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(found?.text.length ?? 0);
        }
      }),
      fuzz(300),
    );
  });
});
