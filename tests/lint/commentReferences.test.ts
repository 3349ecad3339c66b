import { expect, test } from "vitest";
import { danglingReferences } from "../../scripts/lint/commentReferences.ts";

const problemsIn = (texts: Readonly<Record<string, string>>): string[] =>
  danglingReferences({ files: Object.keys(texts), read: (file) => texts[file] ?? "" });

test("every file and identifier that a comment or a document names exists", () => {
  expect(danglingReferences()).toEqual([]);
});

test("finds a renamed file in a comment and in a document", () => {
  expect(
    problemsIn({
      "server/index/MultiReader.ts":
        "/** See `segmentGroup.ts`, and (segmentMerge.ts); tests/index/segmentMerge.test.ts. */\nexport const read = 1;\n",
      "docs/ARCHITECTURE.md": "Segments are read by `server/index/segmentGroup.ts`.",
    }),
  ).toEqual([
    "server/index/MultiReader.ts: segmentGroup.ts",
    "server/index/MultiReader.ts: segmentMerge.ts",
    "server/index/MultiReader.ts: tests/index/segmentMerge.test.ts",
    "docs/ARCHITECTURE.md: server/index/segmentGroup.ts",
  ]);
});

test("finds a renamed identifier in a comment", () => {
  expect(problemsIn({ "server/a1.ts": "// By `openChunks`, until `MAX_CHUNKS`.\nconst openChunk = 1;\n" })).toEqual([
    "server/a1.ts: openChunks",
    "server/a1.ts: MAX_CHUNKS",
  ]);
});

test("accepts what exists, by its name or its path, and what is no comment", () => {
  expect(
    problemsIn({
      "server/git/readLog.ts":
        'export const readLog = "https://a.example/gone.ts"; // As `readLog(…)` of `git/readLog.ts`.\n',
      "docs/adr/0001.md": "`readLog.ts` at file:///srv/gone.ts:1:2",
    }),
  ).toEqual([]);
});
