import { afterAll, beforeAll, expect, test } from "vitest";
import { compilePattern } from "../../../server/engines/search/patterns/compilePattern.ts";
import { everyMatch } from "../../../server/engines/search/patterns/everyMatch.ts";
import { type OpenedIndex, textOfFile } from "../../../server/index/OpenedIndex.ts";
import { projectIndex } from "./projectIndex.ts";

const FILES = {
  "a.ts": "const shuttle = 1;\r\nconst Shuttle = 2;\n\n  shuttle shuttle\nSHUTTLE",
  "long.ts": "// \u017fhuttle is with a long s\nlet shed;\nSHUTTLE shuttle\n",
  "wide.ts": "// \u0130\u0130\u0130 is longer in lower case\nshuttle();\n// \u212aelvin kelvin KELVIN\n",
  "empty.ts": "\n\n\n",
  "last.ts": "shed\n\nweft",
  "tail.ts": `${"x".repeat(4000)} tail;\nshort tail;\n`,
};

let index: OpenedIndex;
let remove: () => void;
beforeAll(async () => {
  ({ index, remove } = await projectIndex([{ message: "Loom", files: FILES }], () => []));
});
afterAll(() => remove());

test("a line that may match beyond the characters that are searched is counted", () => {
  const cutBy = (text: string) => {
    const pattern = compilePattern(text, false, true);
    if ("problem" in pattern) throw new Error(pattern.problem);
    const { files, cutLines } = everyMatch(index, pattern, { accepts: () => true, from: 0 });
    return [files.flatMap(({ lines }) => lines.map(({ line }) => line)), cutLines];
  };
  expect(cutBy("tail")).toEqual([[2], 1]);
  expect(cutBy("weft")).toEqual([[3], 0]);
  expect(cutBy("x+")).toEqual([[1], 0]);
});

test.each([
  ["shuttle", false],
  ["shuttle", true],
  ["Shuttle", false],
  ["\\bshuttle\\b", false],
  ["kelvin", false],
  ["weft|shed", false],
  ["^$", false],
  ["s.*e$", false],
  ["\u0130+", false],
])("the lines that %s matches are those that match one by one (only as written: %s)", (text, isExact) => {
  const pattern = compilePattern(text, false, isExact);
  if ("problem" in pattern) throw new Error(pattern.problem);
  const [code] = index.code;
  if (!code) throw new Error("The index is empty.");
  const wanted = Array.from({ length: code.files.length }, (_, file) => file).flatMap((file) =>
    textOfFile(code, file)
      .split("\n")
      .map((line) => line.replace(/\r$/, ""))
      .flatMap((line, at) => (pattern.find(line) ? [`${code.files.path(file)}:${at + 1}:${line}`] : [])),
  );
  const { files } = everyMatch(index, pattern, { accepts: () => true, from: 0 });
  const found = files.flatMap(({ file, lines }) =>
    lines.map((one) => `${code.files.path(file)}:${one.line}:${one.text}`),
  );
  expect(found).toEqual(wanted);
  expect(found.length).toBeGreaterThan(0);
});
