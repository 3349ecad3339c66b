/** `--format`: rows as JSON lines and as tab-separated values, of repositories with hostile names too. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMMANDS } from "../../../server/cli/commandTable.ts";
import { rowLines } from "../../../server/cli/formats.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";
import { productEntry } from "../support/productEntry.ts";

const ENTRY = productEntry("clew");
/** A path that would end a row, begin a cell and obey the terminal. */
const HOSTILE = "weave\tthe\nthread\\\u001b[2J.py";

const repository = new TemporaryRepository();
const cache = mkdtempSync(join(tmpdir(), "clew-cli-"));
beforeAll(() => {
  repository.commit("Add the loom", { "loom.py": "class Loom:\n    def weave_thread(self):\n        pass\n" });
  repository.commit("fix:\tthe thread", { [HOSTILE]: "def weave_thread():\n    pass\n" });
});
afterAll(() => {
  repository.remove();
  rmSync(cache, { recursive: true, force: true });
});

function clew(args: readonly string[], input = ""): { status: number | null; lines: string[]; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [ENTRY, ...args], { input, encoding: "utf8" });
  return { status, lines: stdout.split("\n").slice(0, -1), said: stderr };
}
const inRepository = (command: string, ...args: string[]) => {
  const local = ["--repo", repository.folder];
  return clew([
    command,
    ...args,
    ...local,
    ...("cache" in COMMANDS[command as "search"].options ? ["--cache", cache] : []),
  ]);
};
/** The cells of each row by their column; the escapes are those of JSON. */
function tableOf([head = "", ...rows]: readonly string[]): Record<string, string>[] {
  const columns = head.split("\t");
  return rows.map((row) => {
    const cells = row.split("\t").map((cell) => JSON.parse(`"${cell.replaceAll('"', '\\"')}"`) as string);
    expect(cells).toHaveLength(columns.length);
    return Object.fromEntries(columns.map((name, at) => [name, cells[at] ?? ""]));
  });
}

describe.each([
  ["search", "weave thread"],
  ["localize", "the thread of `weave_thread` is wrong"],
  ["experts", "weave thread"],
  ["blame", "loom.py"],
  ["log", HOSTILE],
] as const)("clew %s %j", (command, text) => {
  test("has a row a line as jsonl and as tsv, in the order of json", () => {
    const all = JSON.parse(inRepository(command, text, "--format", "json").lines[0] ?? "") as object;
    const list = Object.values(all)[0] as readonly Record<string, unknown>[];
    const rows = inRepository(command, text, "--format", "jsonl");
    expect(rows.status).toBe(0);
    expect(rows.lines.map((line) => JSON.parse(line) as object)).toMatchObject(list);
    const { lines } = inRepository(command, text, "--format", "tsv");
    expect(lines[0]).toBe(COMMANDS[command].columns.join("\t"));
    const table = tableOf(lines);
    expect(table).toHaveLength(list.length);
    const shared = COMMANDS[command].columns.filter((name) => typeof list[0]?.[name] === "string");
    expect(shared.length).toBeGreaterThan(0);
    for (const name of shared) expect(table.map((row) => row[name])).toEqual(list.map((row) => row[name]));
    expect([...rows.lines, ...lines].join("")).not.toMatch(/(?!\t)[\p{Cc}\p{Cf}]/u);
  });
});

test("--limit is the number of rows", () => {
  expect(inRepository("search", "weave thread", "--format", "jsonl", "--limit", "1").lines).toHaveLength(1);
  const [, row = ""] = inRepository("localize", "`weave_thread`", "--format", "tsv", "--limit", "1").lines;
  expect(row.split("\t").slice(2, 5)).toEqual(["weave_thread", expect.stringMatching(/^\d+$/), expect.any(String)]);
});

test("--json and --human are short forms", () => {
  for (const [short, format] of [
    ["--json", "json"],
    ["--human", "text"],
  ] as const) {
    const answer = inRepository("log", "loom.py", short);
    expect(inRepository("log", "loom.py", "--format", format)).toEqual(answer);
  }
});

test("nothing found is a header alone, with its status", () => {
  const found = inRepository("search", "zzyzxquux", "--format", "tsv");
  expect([found.status, found.lines]).toEqual([1, [COMMANDS.search.columns.join("\t")]]);
});

test("texts of a corpus have their ids as rows", () => {
  const corpus = join(cache, "corpus.jsonl");
  writeFileSync(corpus, '{"id":7,"title":"the thread breaks","body":""}\n{"id":"a\\tb","title":"thread","body":""}\n');
  const { lines } = clew(["similar", "thread breaks", "--corpus", corpus, "--format", "tsv"]);
  expect(tableOf(lines).map(({ id }) => id)).toEqual(expect.arrayContaining(["7", "a\tb"]));
});

test("a format that the answer cannot have is refused", () => {
  for (const [args, sentence] of [
    [["login", "--format", "tsv"], "clew login answers no list"],
    [["backup", "folder", "--format", "tsv"], "clew backup answers no list"],
    [["search", "--repo", repository.folder, "--cache", cache, "--format", "tsv"], "needs a text"],
    [["blame", "--repo", repository.folder, "--format", "jsonl"], "needs a text"],
  ] as const) {
    const { status, lines, said } = clew(args, '{"query":"weave"}\n');
    expect([status, lines, said]).toEqual([2, [], expect.stringContaining(sentence)]);
  }
});

test("a cell is on one line for any value", () => {
  const row = { a: null, b: ["x y", "z"], c: { d: "\t" }, e: "\\n\u2028\u202e", f: 0, g: false };
  expect(rowLines("tsv", [row], [...Object.keys(row), "h"])).toBe(
    'a\tb\tc\te\tf\tg\th\n\tx y z\t{"d":"\\\\t"}\t\\\\n\\u2028\\u202e\t0\tfalse\t\n',
  );
});
