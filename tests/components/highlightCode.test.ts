import { expect, test } from "vitest";
import { highlightCode } from "../../src/components/patterns/highlightCode.ts";

interface Chunk {
  readonly start: number;
  readonly html: string;
}

async function chunksOf(lines: readonly string[], language = "TypeScript", signal = new AbortController().signal) {
  const chunks: Chunk[] = [];
  await highlightCode(lines, language, (start, html) => chunks.push({ start, html }), signal);
  return chunks;
}

const code = (count: number): string[] => Array.from({ length: count }, (_, at) => `const value${at} = ${at};`);

/** Each chunk begins where the one before ended, so that a line is written once. */
function expectWhole(chunks: readonly Chunk[], lines: readonly string[]): void {
  let line = 0;
  for (const { start, html } of chunks) {
    expect(start).toBe(line);
    line += html.split("\n").length;
  }
  expect(line).toBe(lines.length);
}

// A chunk has 250 lines; an unindented line after an empty one, which would end it, is inside of the construct.
test.each([
  [
    "a comment",
    ["/*", ...Array<string>(90).fill("words"), "", "const inside = 1;", ...Array<string>(90).fill("words"), "*/"],
    "comment",
  ],
  [
    "a template",
    [
      "const text = `",
      ...Array<string>(90).fill("words"),
      "",
      "const inside = 1;",
      ...Array<string>(90).fill("words"),
      "`;",
    ],
    "string",
  ],
])("a chunk does not end inside %s", async (_name, construct, scope) => {
  const lines = [...code(200), ...construct, ...code(300)];
  const chunks = await chunksOf(lines);
  expectWhole(chunks, lines);
  expect(chunks.length).toBeGreaterThan(1);
  const end = 200 + construct.length;
  expect(chunks.every(({ start }) => start <= 200 || start >= end)).toBe(true);
  const around = chunks.find(({ html }) => html.includes("inside"));
  expect(around?.html).toMatch(new RegExp(`<span class="hljs-${scope}">[^<]*const inside = 1;`));
  // What follows is code again.
  expect(chunks.at(-1)?.html).toContain('<span class="hljs-keyword">const</span> value299');
});

test("a chunk ends at an unindented line after an empty one", async () => {
  const lines = [...code(270), "", ...code(100)];
  const chunks = await chunksOf(lines);
  expectWhole(chunks, lines);
  expect(chunks.map(({ start }) => start)).toEqual([0, 271]);
});

test("a language without a grammar and a line of data are left as they are", async () => {
  expect(await chunksOf(code(3), "Fortran")).toEqual([]);
  expect(await chunksOf([...code(3), "x".repeat(2001)])).toEqual([]);
});

test("an abort ends it between two chunks", async () => {
  const controller = new AbortController();
  const starts: number[] = [];
  const record = (start: number): void => {
    starts.push(start);
    controller.abort();
  };
  await highlightCode(code(1000), "TypeScript", record, controller.signal);
  expect(starts).toEqual([0]);
});
