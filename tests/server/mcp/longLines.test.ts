/** Lines that are longer than an answer shows: wrapped, or named as cut. */
import { describe, expect, test } from "vitest";
import { fileLines, numberedLines } from "../../../server/mcp/tools/textLines.ts";
import { quotedBody } from "../../../server/mcp/untrusted.ts";
import { pieces } from "../../../server/mcp/wrapLine.ts";
import { insideLines } from "./answerPages.ts";
import {
  askOver,
  changedFile,
  commitAnswers,
  documentAnswers,
  fileAnswers,
  readOnOver,
  requestAnswers,
  unwrapped,
  words,
} from "./draftedAnswers.ts";

describe("a line of any length", () => {
  test.each([
    ["English", words(900)],
    ["Chinese", "第一行".repeat(2000)],
    ["without a blank", "x".repeat(9000)],
    ["emoji", "🧶".repeat(3000)],
  ])("of a body is read to its end, in %s", (_, body) => {
    const lines = quotedBody(`${body}\nnext`);
    expect(Math.max(...lines.map((one) => Buffer.byteLength(one)))).toBeLessThanOrEqual(500);
    expect(unwrapped(lines)).toBe(`> ${body}\n> next`);
    expect(lines.every((one) => /^>(?:…? |$)/.test(one))).toBe(true);
  });

  test("is wrapped after a blank where there is one, and never within a character", () => {
    expect(pieces("one two three", 9)).toEqual(["one two ", "three"]);
    expect(pieces("ğğğğ", 3)).toEqual(["ğ", "ğ", "ğ", "ğ"]);
  });

  test("of a document is read to its end", async () => {
    const text = `# Title\n${words(2000)}\nlast`;
    for (const max_tokens of [700, 4000]) {
      const pages = await readOnOver(documentAnswers({ text }), "get_document", { path: "Page", max_tokens });
      const lines = pages.flatMap((page) => insideLines(page).slice(insideLines(page).indexOf("Text:") + 1));
      expect(unwrapped(lines)).toBe(text);
      expect(pages.at(-1)?.next).toBeNull();
    }
  });

  test("of a file keeps its number, and is reported as cut", async () => {
    const answers = fileAnswers({ text: `a\n${"x".repeat(2500)}\nb` });
    const { text, next } = await askOver(answers, "get_file", { path: "a.js" });
    expect(text).toContain("(500 characters of this line left out)");
    expect(text).toContain("\n3: b\n");
    expect(next).toContain("lines over 2000 characters");
    expect((await askOver(answers, "get_file", { path: "a.js", from_line: 3 })).next).toBeNull();
    const { more } = numberedLines(fileLines(`${"x".repeat(2500)}\nb`), { from: 1 });
    expect(more?.(1)).toMatch(/lines over 2000 characters.*from_line=2/);
  });

  test("of a file may be empty, also at the end of what is shown", async () => {
    const answers = fileAnswers({ text: "a\nb\n\nc\n" });
    const shown = async (from_line: number, to_line: number) =>
      (await askOver(answers, "get_file", { path: "a.js", from_line, to_line })).text;
    expect(await shown(3, 3)).toMatch(/^3: ?$/m);
    expect(await shown(1, 3)).toMatch(/^2: b\n3: ?$/m);
  });

  test("of a file has an address with its revision and lines, and a symbol has its lines", async () => {
    const symbols = [{ name: "f", kind: "function", start_line: 10, end_line: 20, depth: 0 }];
    const text = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`).join("\n");
    const ask = (given: object) => askOver(fileAnswers({ text, symbols }), "get_file", { path: "a.js", ...given });
    const pageOf = async (given: object) =>
      /^Page: \S+\/code\/code\/-\/a\.js(\S*)$/m.exec((await ask(given)).text)?.[1];
    expect(await pageOf({})).toBe("");
    expect(await pageOf({ from_line: 30, to_line: 40 })).toBe("#L30-L40");
    expect(await pageOf({ from_line: 90, to_line: 400 })).toBe("#L90-L100");
    expect(await pageOf({ symbol: "f" })).toBe("#L10-L20");
    for (const given of [
      { symbol: "f", from_line: 30 },
      { symbol: "f", to_line: 5 },
    ]) {
      const outside = await ask(given);
      expect(outside.text).toContain("The symbol has lines 10 to 20");
      expect(outside.text).not.toContain("There are no lines");
      expect([outside.next, await pageOf(given)]).toEqual([null, ""]);
    }
    expect((await ask({ from_line: 200 })).text).toContain("There are no lines from 200 on: the text has 100.");
  });

  test("of a difference is shown as far as the server reads it, and the rest is reported as missing", async () => {
    const line = `+${words(400).slice(0, 2000)}`;
    const hunks = [{ old_start: 1, old_lines: 0, new_start: 1, new_lines: 1, heading: "", lines: [line] }];
    for (const [clipped, note] of [
      [true, expect.stringContaining("The ends of lines over 2,000 characters are left out.")],
      [false, null],
    ] as const) {
      const files = [changedFile(0, "a.js", { clipped, hunks })];
      for (const [name, answers, given] of [
        ["get_commit", commitAnswers({}, files), { hash: "aaaa" }],
        ["get_request", requestAnswers({}, files), { request: "1" }],
      ] as const) {
        const page = await askOver(answers, name, given);
        expect(unwrapped(insideLines(page))).toContain(`\n${line}`);
        expect([name, page.text.includes("characters of this line")]).toEqual([name, false]);
        expect([name, page.next]).toEqual([name, note]);
      }
    }
  });
});
