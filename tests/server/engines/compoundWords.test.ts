import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localize } from "../../../server/engines/localize/localize.ts";
import { search } from "../../../server/engines/search/search.ts";
import { compoundStemsOf } from "../../../server/index/text/compoundWords.ts";
import { projectIndex } from "./projectIndex.ts";

const files = {
  "src/live.ts": "export class LiveWebSocketHandler {\n  accept(): void {}\n}\n",
  "src/packed.py": "class GZipDecoder:\n    def decode(self, data):\n        return data\n",
  "src/paths.go": "package paths\n\nfunc read_file_name(path string) string {\n\treturn path\n}\n",
  // The words are known: names that only contain them are not looked for then.
  "README.md": "# Notes\n\nA websocket, gzip, and a filename.\n",
  // Has both words, but not adjacent.
  "src/web.ts": "export function webOf(value: string): string {\n  const socket = value;\n  return socket;\n}\n",
};

let sample: Awaited<ReturnType<typeof projectIndex>>;
beforeAll(async () => {
  sample = await projectIndex([{ message: "First", files }], () => []);
});
afterAll(() => {
  sample.remove();
});

describe("neighbouring words of an identifier make a compound", () => {
  test.each([
    ["LiveWebSocketHandler", ["websocket"]],
    ["GITHUB_WEB_HOOK", ["webhook"]],
    ["GZipDecoder", ["gzip"]],
    ["file_name", ["filenam"]],
    ["socketWeb", []],
    ["websocket", []],
    ["web", []],
    ["", []],
  ])("%s", (token, stems) => {
    expect(compoundStemsOf(token)).toEqual(stems);
  });
});

describe("a word finds the names that write it as two", () => {
  test.each([
    ["websocket", "src/live.ts", "WebSocket"],
    ["gzip", "src/packed.py", "GZip"],
    ["filename", "src/paths.go", "file_name"],
  ])("%s", (q, path, shown) => {
    const { results } = search(sample.index, { q: `${q} kind:code` });
    expect(results.map((hit) => hit.path)).toEqual([path]);
    const marked = results[0]?.snippet.filter(({ match }) => match).map(({ text }) => text);
    expect(marked?.some((text) => text.includes(shown))).toBe(true);
  });

  test("in an issue too", () => {
    const { files: found } = localize(sample.index, {
      title: "The websocket is closed too early",
      body: "",
      beforeMs: null,
    });
    expect(found[0]?.path).toBe("src/live.ts");
  });
});
