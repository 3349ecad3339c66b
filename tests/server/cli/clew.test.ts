import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { TemporaryRepository } from "../index/temporaryRepository.ts";
import { productEntry } from "../support/productEntry.ts";

const repository = new TemporaryRepository();
const cache = mkdtempSync(join(tmpdir(), "clew-cli-"));
let first: string;

beforeAll(() => {
  first = repository.commit("Add the parser", {
    "parser.py": "class Parser:\n    def parse_header(self):\n        pass\n",
    "writer.py": "def write_footer():\n    pass\n",
  });
  repository.commit("fix: footer", { "footer_style.py": "def style_footer():\n    pass\n" });
});
afterAll(() => {
  repository.remove();
  rmSync(cache, { recursive: true, force: true });
});

function clew(args: readonly string[], input = ""): { status: number | null; lines: string[]; said: string } {
  const entry = productEntry("clew");
  const { status, stdout, stderr } = spawnSync(process.execPath, [entry, ...args], { input, encoding: "utf8" });
  return { status, lines: stdout.split("\n").filter((line) => line !== ""), said: stderr };
}

const inRepository = (command: string, rev = "HEAD") => [
  command,
  "--repo",
  repository.folder,
  "--rev",
  rev,
  "--cache",
  cache,
];
const Located = z.strictObject({
  files: z.array(z.strictObject({ path: z.string(), score: z.number() })),
  functions: z.array(
    z.strictObject({
      path: z.string(),
      name: z.string(),
      class: z.string().nullable(),
      start: z.number(),
      end: z.number(),
      score: z.number(),
    }),
  ),
});

describe("clew localize", () => {
  test("answers each line in its order and builds the index once", () => {
    const input = [{ title: "Header is parsed wrongly", body: "in `parse_header`" }, { title: "Footer is missing" }]
      .map((line) => JSON.stringify(line))
      .join("\n");
    const { status, lines, said } = clew(inRepository("localize"), input);
    const answers = lines.map((line) => Located.parse(JSON.parse(line)));
    expect(status).toBe(0);
    expect(said).toContain(cache);
    expect(answers.map(({ files }) => files[0]?.path)).toEqual(["parser.py", expect.stringMatching(/footer|writer/)]);
    expect(answers[0]?.functions[0]).toMatchObject({ path: "parser.py", name: "parse_header", start: 2, end: 3 });
    expect(clew(inRepository("localize"), input)).toMatchObject({ said: "", lines });
  });

  test("looks at nothing later than the revision", () => {
    const { status, lines } = clew(inRepository("localize", first), '{"title":"style of the footer","body":""}');
    expect(status).toBe(0);
    expect(Located.parse(JSON.parse(lines[0] ?? "")).files.length).toBeGreaterThan(0);
    expect(lines.join("")).not.toContain("footer_style.py");
  });

  test("a folder inside is taken for its repository, and a text that is laid out for one line", () => {
    mkdirSync(join(repository.folder, "inside"), { recursive: true });
    const args = ["localize", "--repo", join(repository.folder, "inside"), "--cache", cache];
    const { status, lines } = clew(args, JSON.stringify({ title: "Header", body: "`parse_header`" }, null, 2));
    expect([status, lines.length]).toEqual([0, 1]);
    expect(Located.parse(JSON.parse(lines[0] ?? "")).files[0]?.path).toBe("parser.py");
    expect(clew(args, '{\n"title"\n').lines).toHaveLength(2);
  });

  test("a text as an argument is answered once, for programs or for people, and nothing found has a status", () => {
    const data = clew([...inRepository("localize"), "header is parsed wrongly", "--limit", "1"]);
    expect([data.status, Located.parse(JSON.parse(data.lines[0] ?? "")).files]).toEqual([
      0,
      [expect.objectContaining({ path: "parser.py" })],
    ]);
    const people = clew([...inRepository("localize"), "header is parsed wrongly", "--human"]);
    expect(people.lines[0]).toMatch(/^ 1\. parser\.py:2 {2}\d+\.\d$/);
    expect(clew([...inRepository("search"), "zzyzxquux"])).toMatchObject({ status: 1, lines: ['{"results":[]}'] });
  });

  test("reports an invalid line and continues", () => {
    const { status, lines, said } = clew(inRepository("localize"), 'nonsense\n\n{"body":1}\n{}\n{"title":"header"}\n');
    expect(status).toBe(1);
    expect(lines).toHaveLength(4);
    expect(lines.slice(0, 3).every((line) => "error" in (JSON.parse(line) as object))).toBe(true);
    expect(said).toMatch(/line 1: .*JSON/);
    expect(said).toMatch(/line 3: .*body/);
    expect(said).toMatch(/line 4: .*"title" or a "body"/);
  });

  test("a body alone is a report, and people are asked for by paths alone", () => {
    const located = clew(inRepository("localize"), '{"body":"the header is parsed wrongly"}');
    expect(Located.parse(JSON.parse(located.lines[0] ?? "")).files[0]?.path).toBe("parser.py");
    const known = clew(inRepository("experts"), '{"paths":["parser.py"]}');
    expect(JSON.parse(known.lines[0] ?? "")).toHaveProperty("people.0.name");
  });
});

test("clew search prints paths and lines", () => {
  const { lines } = clew(inRepository("search"), '{"query":"write_footer"}');
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    results: { 0: { path: "writer.py", line: 1, score: expect.any(Number) as number } },
  });
});

test("clew search reads the language of the search where filters, phrases or patterns are meant", () => {
  const answers = [
    "path:footer* footer",
    "/def \\w+_footer/ -path:style",
    '"def parse_header"',
    'the "footer" is written',
  ];
  const { lines } = clew(inRepository("search"), answers.map((query) => JSON.stringify({ query })).join("\n"));
  const paths = lines.map((line) => {
    const { results } = z.object({ results: z.array(z.object({ path: z.string() })) }).parse(JSON.parse(line));
    return [...new Set(results.map(({ path }) => path))];
  });
  expect(paths.slice(0, 3)).toEqual([["footer_style.py"], ["writer.py"], ["parser.py"]]);
  // Quotation marks in a sentence leave it one.
  expect(paths[3]).toEqual(expect.arrayContaining(["writer.py", "footer_style.py"]));
  expect(clew(inRepository("search"), '{"query":"/a(b/"}').lines[0]).toMatch(/^\{"error":"\/a\(b\/: missing closing/);
});

test("what a stranger's repository configures is neither run nor followed", () => {
  const strange = new TemporaryRepository();
  try {
    strange.commit("Add the parser", {
      "parser.py": "class Parser:\n    def parse_header(self):\n        pass\n",
      ".gitattributes": "*.py diff=x filter=x\n",
    });
    strange.commit("Change the parser", {
      "parser.py": "class Parser:\n    def parse_header(self, text):\n        pass\n",
    });
    const ran = join(cache, "ran");
    const script = join(cache, "script");
    writeFileSync(script, `#!/bin/sh\ntouch '${ran}'\ncat\n`, { mode: 0o755 });
    const set = (key: string, value: string) => spawnSync("git", ["-C", strange.folder, "config", key, value]);
    for (const key of [
      "core.fsmonitor",
      "core.pager",
      "pager.log",
      "core.sshCommand",
      "core.editor",
      "diff.external",
      "diff.x.textconv",
      "diff.x.command",
      "filter.x.smudge",
      "filter.x.clean",
      "credential.helper",
      "gpg.program",
      "core.alternateRefsCommand",
      "remote.origin.uploadpack",
    ])
      set(key, script);
    for (const [key, value] of [
      ["core.hooksPath", cache],
      ["include.path", "/proc/self/environ"],
      ["log.showSignature", "true"],
      ["log.showRoot", "false"],
      ["color.ui", "always"],
      ["diff.noprefix", "true"],
      ["extensions.partialClone", "origin"],
      ["remote.origin.promisor", "true"],
      ["remote.origin.url", `ext::${script}`],
      ["protocol.ext.allow", "always"],
      ["core.repositoryformatversion", "1"],
    ] as const)
      set(key, value);
    const found = clew(
      ["localize", "--repo", strange.folder, "--cache", cache],
      JSON.stringify({ title: "Header is parsed wrongly" }),
    );
    expect(found.status).toBe(0);
    expect(Located.parse(JSON.parse(found.lines[0] ?? "")).files[0]?.path).toBe("parser.py");
    expect(existsSync(ran)).toBe(false);
  } finally {
    strange.remove();
  }
});

test("help describes the commands and each of them", () => {
  expect(clew(["--help"])).toMatchObject({ status: 0, said: "" });
  expect(clew(["sync", "--help"]).lines[0]).toMatch(/^usage: clew sync/);
});

describe("a wrong call", () => {
  test.each<[string, string[], RegExp]>([
    ["no command", [], /usage: clew/],
    ["an unknown command", ["dance", "--repo", "."], /usage: clew/],
    ["no repository", ["search"], /usage: clew/],
    ["an unknown option", ["search", "--repo", ".", "--speed", "9"], /--speed/],
  ])("%s", (_, args, words) => {
    const { status, said } = clew(args);
    expect([status, words.test(said)]).toEqual([2, true]);
  });

  test("a folder without a repository and a revision that is not there", () => {
    expect(clew(["search", "--repo", cache, "--cache", cache])).toMatchObject({
      status: 1,
      said: `${cache} is not a git repository.\n`,
    });
    expect(clew(inRepository("search", "no-such"))).toMatchObject({
      status: 1,
      said: `${repository.folder} has no revision no-such.\n`,
    });
  });
});

test("ends quietly when the reader of its output closes the pipe", () => {
  const entry = productEntry("clew");
  const lines = Array.from({ length: 400 }, () => JSON.stringify({ query: "parse" })).join("\n");
  const command = `"$0" "$@" | head -n 1; echo "status \${PIPESTATUS[0]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", command, process.execPath, entry, ...inRepository("search")], {
    input: lines,
    encoding: "utf8",
  });
  expect(stdout).toMatch(/^\{"results".*\nstatus 141\n$/);
  expect(stderr).not.toMatch(/EPIPE|Unhandled|at .*\.ts/);
});
