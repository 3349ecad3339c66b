/**
 * Texts that cause backtracking in a careless expression. With quadratic time, a hundred thousand characters take minutes; linear
 * time stays below the timeout.
 */
import { describe, expect, test } from "vitest";
import { parseQuery } from "../../contract/query/searchQuery.ts";
import { parseCodeOwners } from "../../server/engines/experts/codeOwners.ts";
import { reportCompleteness } from "../../server/engines/analyze/reportCompleteness.ts";
import { parseMailmap } from "../../server/engines/identities/mailmap.ts";
import { findFrames, findLinkedLines } from "../../server/engines/question/frames.ts";
import { readQuestion } from "../../server/engines/question/question.ts";
import { reportSections } from "../../server/engines/question/sections.ts";
import { redactTokens } from "../../server/observability/redact.ts";
import { languageOf as acceptedLanguage } from "../../server/http/language.ts";
import { fileLanguageOf } from "../../server/index/text/languages.ts";
import { regexDefinitions } from "../../server/index/text/regexDefinitions.ts";
import { issueReferencesIn, requestNumber } from "../../server/engines/question/references.ts";
import { renderMarkdown } from "../../src/components/ui/renderMarkdown.ts";
import { parseTrailers } from "../../server/index/text/commitTrailers.ts";
import { compileGlob } from "../../server/index/text/globPattern.ts";
import { readIgnoreFile } from "../../server/index/text/ignoreFile.ts";
import { termsOfText } from "../../server/index/text/tokenize.ts";
import { storageToMarkdown } from "../../server/sources/providers/confluence/storageFormat.ts";
import { parseLog } from "../../server/sources/git/commitHistory.ts";
import { adfToMarkdown } from "../../server/sources/providers/atlassian/adf.ts";
import { wikiMarkupToMarkdown } from "../../server/sources/providers/atlassian/wikiMarkup.ts";
import { formatMessage, parseMessage } from "../../server/messages/messages.ts";

const WORDS = { base: null, headingLevel: 3, done: "", open: "", image: "" } as const;

describe("long texts of one piece", () => {
  const LENGTH = 100_000;
  /** Shorter, for parsers that are slow per character. */
  const SHORTER = 20_000;
  const PIECES = [
    "a",
    " ",
    "\t",
    "\n",
    "\r\n",
    "<",
    "<!--",
    "<a ",
    '<a "',
    "<a '",
    "</",
    "</p>",
    "<![CDATA[",
    "&",
    "&#",
    "[",
    "![",
    "](",
    "*",
    "_",
    "`",
    "`a`",
    "~~",
    "- ",
    "- a\n",
    "> ",
    "#",
    "# ",
    "|",
    "|-",
    "\\\\",
    "(",
    "/",
    "a/",
    ".",
    "a.",
    "@",
    "a@",
    "a@a.",
    "--",
    "Co-authored-by: ",
    "fixes #",
    "1.",
    "é",
    "\u0301",
    "😀",
    "A",
    "aA",
    "aA1_",
    ":",
    "::",
    "a:b ",
    '"',
    "-",
    "NOT ",
    "x*",
    "* * ",
    "at a.b(c.js:1)\n",
    'File "a", line 1\n',
    "```\n",
    "src/a.ts:1 ",
    "A.b().",
    "0",
    "=",
    "{",
    "}",
    "%a",
    "token=",
    "{code}",
    "{quote}{code:a}",
    "{quote}\n",
    "{{",
    "[~a|",
    "* #",
    "|a",
    "!a.",
    "deadbeef",
  ];
  const READERS: Readonly<Record<string, (text: string) => unknown>> = {
    "the query": parseQuery,
    tokens: termsOfText,
    "wiki markup": (text) => wikiMarkupToMarkdown(text, { nameOf: () => null }),
    "storage format": (text) => storageToMarkdown(text, { site: "https://wiki.example", spaceKey: "DOC" }),
    "document format": (text) =>
      adfToMarkdown({ type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text }] }] }),
    Markdown: (text) => renderMarkdown(text.slice(0, SHORTER), WORDS),
    credits: parseTrailers,
    "code owners": (text) => parseCodeOwners(text).ownersOf("a/b/c"),
    "the ignore file": (text) => readIgnoreFile(text)("a/b/c"),
    mailmap: (text) => parseMailmap(text)({ name: "a", email: "a@b.c" }),
    "a report": reportCompleteness,
    "a question": (text) => readQuestion(text.slice(0, 300), text.slice(0, 20_000)),
    "stack frames": (text) => [findFrames, findLinkedLines, reportSections].map((read) => read(text.slice(0, SHORTER))),
    references: (text) => [issueReferencesIn(text), requestNumber(text)],
    definitions: (text) =>
      ["a.ts", "a.py", "a.rb", "a.go", "a.rs", "a.java", "a.c", "a.cs", "a.php"].map((path) => {
        const language = fileLanguageOf(path);
        return language && regexDefinitions(text, language);
      }),
    "an address in the log": (text) => redactTokens(`/x?${text}`),
    "a language header": acceptedLanguage,
    "a stored message": (text) => formatMessage(parseMessage(text), "TR"),
  };
  test.each(Object.keys(READERS))("%s", { timeout: 60_000 }, (name) => {
    for (const piece of PIECES) {
      const text = piece.repeat(Math.ceil(LENGTH / piece.length));
      expect(() => READERS[name]?.(`${text}!`), JSON.stringify(piece)).not.toThrow();
    }
  });

  test("stars against a long path", () => {
    const path = `${"a".repeat(4000)}/${"a".repeat(4000)}`;
    for (const style of ["git", "query"] as const) {
      expect(compileGlob({ source: `${"*a".repeat(100)}b`, end: "whole", style })(path)).toBe(false);
      expect(compileGlob({ source: `${"**/a*".repeat(60)}b`, end: "orBelow", style, isAnywhere: true })(path)).toBe(
        false,
      );
    }
  });

  test("a commit's message that ends with a million lines", async () => {
    const stream = (async function* () {
      const message = `a${"\n".repeat(1_000_000)}b`;
      yield Buffer.from(`\u0001${"0".repeat(40)}\0\0a\0b\x001\x001\0${message}\0`);
    })();
    for await (const { message } of parseLog(stream)) expect(message).toHaveLength(1_000_002);
  });
});
