import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { productEntry } from "../support/productEntry.ts";

const folder = mkdtempSync(join(tmpdir(), "clew-corpus-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CORPUS = [
  { id: 1, title: "Crash when saving a file with a unicode name", body: "UnicodeDecodeError in `save_file`" },
  { id: "B-2", title: "Add a dark theme", body: "The screen is too bright at night." },
  { id: "B-3", title: "Unicode file names crash on save", body: "It ends with UnicodeDecodeError." },
];

function similar(corpus: string, input: string) {
  const file = join(folder, "corpus.jsonl");
  writeFileSync(file, corpus);
  const entry = productEntry("clew");
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, "similar", "--corpus", file], {
    input,
    encoding: "utf8",
  });
  return { status, answers: stdout.split("\n").filter(Boolean), said: stderr };
}
const linesOf = (rows: readonly object[]): string => rows.map((row) => JSON.stringify(row)).join("\n");

describe("clew similar", () => {
  test("gives ids in rank order as the corpus writes them, and never the asked one", () => {
    const queries = [
      { id: "1", title: "Crash when saving a file with a unicode name", body: "UnicodeDecodeError" },
      { title: "UnicodeDecodeError when a file is saved" },
      { title: "dark theme", body: null },
    ];
    const { status, answers } = similar(linesOf(CORPUS), linesOf(queries));
    expect(status).toBe(0);
    expect(answers.map((line): unknown => JSON.parse(line))).toEqual([
      { ids: ["B-3"] },
      { ids: [1, "B-3"] },
      { ids: ["B-2"] },
    ]);
  });

  test("names the wrong line of the corpus, and answers a wrong query with an error in its place", () => {
    expect(similar(`${linesOf(CORPUS)}\n{"title":"no id"}`, "")).toMatchObject({
      status: 1,
      said: expect.stringContaining("Line 4"),
    });
    const { status, answers } = similar(linesOf(CORPUS), '{"title":7}\n{"title":"dark theme"}');
    expect(status).toBe(1);
    expect(answers.map((line) => Object.keys(JSON.parse(line) as object))).toEqual([["error"], ["ids"]]);
  });
});
