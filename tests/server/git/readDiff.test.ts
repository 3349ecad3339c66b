import { execFileSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DiffFile, MAX_DIFF_LINE_LENGTH } from "../../../server/git/DiffReader.ts";
import { type DiffLimits, readDiff, readObjectSizes, readParents } from "../../../server/git/readDiff.ts";
import { TemporaryRepository } from "../index/temporaryRepository.ts";

const LIMITS: DiffLimits = {
  maxFiles: 5000,
  maxFileLines: 100_000,
  maxLines: 1_000_000,
  maxBytes: 64 << 20,
  timeoutMs: 60_000,
};
const { signal } = new AbortController();

/** The hunks of a patch, each line as it is, with the headings: what git shows below the names of a file. */
function hunksOf(patch: string): string[] {
  const lines = patch.split("\n");
  const found: string[] = [];
  let left = [0, 0];
  for (const line of lines) {
    const head = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if ((left[0] ?? 0) + (left[1] ?? 0) > 0) {
      if (!line.startsWith("\\")) {
        if (!line.startsWith("+")) left[0] = (left[0] ?? 0) - 1;
        if (!line.startsWith("-")) left[1] = (left[1] ?? 0) - 1;
      }
      found.push(line);
    } else if (head) {
      left = [Number(head[1] ?? 1), Number(head[2] ?? 1)];
      found.push(line);
    } else if (line.startsWith("\\")) found.push(line);
  }
  return found;
}

const range = (start: number, count: number) => (count === 1 ? `${start}` : `${start},${count}`);
const written = ({ hunks }: DiffFile): string[] =>
  hunks.flatMap(({ oldStart, oldLines, newStart, newLines, heading, lines }) => [
    `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@${heading === "" ? "" : ` ${heading}`}`,
    ...lines,
  ]);

function gitDiff(folder: string, ...args: string[]): string {
  return execFileSync("git", ["-c", "core.quotepath=off", ...args], {
    cwd: folder,
    maxBuffer: 1 << 28,
    env: { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
  }).toString("utf8");
}

let repository: TemporaryRepository;
const commits: Record<string, string> = {};

beforeAll(() => {
  repository = new TemporaryRepository();
  const lines = Array.from({ length: 200 }, (_, line) => `line ${line}`);
  commits["root"] = repository.commit("root", {
    "a.txt": lines.join("\n"),
    "src/one.ts": "export function one() {\n  return 1;\n}\n",
    "src/two.ts": lines.map((line) => `const a = "${line}";`).join("\n"),
    "src/tabs.ts": "if (a) {\nb();\n}\n",
    "pic.png": new Uint8Array([137, 80, 78, 71, 0, 1, 2, 3]),
    'we"ird\nname\t.txt': "weird\n",
    "türkçe dosya.txt": "merhaba\n",
    "latin.txt": new Uint8Array([0x63, 0x61, 0x66, 0xe9, 10, 0x61, 10]),
    "empty.txt": "",
    "gone.txt": "-- a/x\n++ b/x\n--- a/y\n",
  });
  chmodSync(join(repository.folder, "src/one.ts"), 0o755);
  repository.git("mv", "src/two.ts", "src/moved.ts");
  commits["many"] = repository.commit("many", {
    "a.txt": lines.with(3, "changed <b>bold</b> & \u202e").with(150, "other").join("\n") + "\n",
    "pic.png": new Uint8Array([137, 80, 78, 71, 0, 9, 9, 9, 9]),
    "src/tabs.ts": "if (a) {\n\tb();\n}\n",
    'we"ird\nname\t.txt': "weird, too\n",
    "türkçe dosya.txt": "merhaba dünya\n",
    "latin.txt": new Uint8Array([0x63, 0x61, 0x66, 0xe8, 10, 0x61, 10]),
    "gone.txt": "++ b/x\n--- a/z\n",
    "new/empty.txt": "",
    "crlf.txt": "one\r\ntwo\r\n",
    "long.txt": `${"x".repeat(5000)}\n`,
    "package-lock.json": "{}\n",
  });
  repository.link("link", "a.txt");
  commits["link"] = repository.commit("a link", { "gone.txt": null, "a.txt": null });
  repository.git("mv", "src/moved.ts", "src/again.ts");
  repository.link("a.txt", "link");
  repository.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},vendor/lib`);
  // A commit of files would take the submodule, whose folder is not there, for removed.
  repository.git("add", "a.txt");
  repository.git("commit", "--quiet", "--message", "a submodule");
  commits["submodule"] = repository.git("rev-parse", "HEAD");
  repository.git("rm", "--quiet", "--cached", "vendor/lib");
  repository.git("rm", "--quiet", "--force", "latin.txt");
  repository.link("latin.txt", "link");
  commits["type"] = repository.commit("a file becomes a link", { "zz.txt": "after it\n" });
  repository.git("checkout", "--quiet", "-b", "side");
  repository.commit("side", { "side.txt": "side\n" });
  repository.git("checkout", "--quiet", "-b", "other", "main");
  repository.commit("other", { "other.txt": "other\n" });
  repository.git("checkout", "--quiet", "main");
  repository.commit("main", { "main.txt": "main\n" });
  repository.git("merge", "--quiet", "--no-ff", "--message", "an octopus", "side", "other");
  commits["merge"] = repository.git("rev-parse", "HEAD");
  commits["nothing"] = repository.commit("nothing", {});
  repository.commit("before the tail", { "tail.txt": "a\nb\nc\nd\n" });
  // Lines are added before others are removed at the end, and another file follows.
  commits["tail"] = repository.commit("tail", { "tail.txt": "new\nnewer\na\nb\n", "tail2.txt": "next\n" });
  const names = Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`many/${at}.txt`, `${at}\n`]));
  commits["wide"] = repository.commit("wide", { ...names, "many/tall.txt": "tall\n".repeat(30_000) });
});
afterAll(() => repository.remove());

const read = async (
  name: string,
  options: { parent?: number; isLoose?: boolean; limits?: Partial<DiffLimits> } = {},
) => {
  const commit = commits[name] ?? name;
  const parents = await readParents(repository.gitDir, commit, signal);
  const parent = parents[(options.parent ?? 1) - 1] ?? null;
  return readDiff(
    repository.gitDir,
    { commit, parent, ignoresWhitespace: options.isLoose ?? false },
    { ...LIMITS, ...options.limits },
    signal,
  );
};
const fileOf = async (name: string, path: string) => (await read(name)).files.find((file) => file.path === path);

describe("equal to git diff", () => {
  const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
  test.each([
    ["root", 1, false],
    ["many", 1, false],
    ["many", 1, true],
    ["link", 1, false],
    ["submodule", 1, false],
    ["type", 1, false],
    ["merge", 1, false],
    ["merge", 2, false],
    ["merge", 3, true],
    ["nothing", 1, false],
    ["tail", 1, false],
    ["wide", 1, false],
  ])("%s against parent %i, white space ignored: %s", async (name, parent, isLoose) => {
    const commit = commits[name] ?? "";
    const sides = [name === "root" ? EMPTY_TREE : `${commit}^${parent}`, commit];
    const { files, total } = await read(name, { parent, isLoose });
    const status = gitDiff(repository.folder, "diff", "-M", "--name-status", "-z", ...sides).split("\0");
    const named = files.flatMap(({ status: letter, path, oldPath }) => [
      letter,
      ...(oldPath === null ? [] : [oldPath]),
      path,
    ]);
    expect([...named, ""]).toEqual(status.map((field) => field.replace(/^R\d{3}$/, "R")));
    expect(total).toBe(files.length);
    // Generated files are folded in a list; alone they are shown.
    const shown = await Promise.all(
      files.map(async (file) =>
        file.folded === null ? file : (await read(name, { parent, isLoose, limits: { only: file.number } })).files[0],
      ),
    );
    const patch = gitDiff(repository.folder, "diff", "-M", ...(isLoose ? ["-w"] : []), ...sides);
    const cut = (line: string) => line.slice(0, MAX_DIFF_LINE_LENGTH + 1);
    expect(shown.flatMap((file) => (file ? written(file) : [])).map(cut)).toEqual(hunksOf(patch).map(cut));
    const numbers = gitDiff(repository.folder, "diff", "-M", "--numstat", "-z", ...(isLoose ? ["-w"] : []), ...sides);
    const own = new Map(
      files.map(({ path, isBinary, added, removed }) => [path, isBinary ? "-,-" : `${added},${removed}`]),
    );
    // Of a rename the two paths follow; git leaves out a file with other white space alone.
    for (const [, added, removed, path = "", renamed = ""] of numbers.matchAll(
      /(\d+|-)\t(\d+|-)\t(?:([^\0]+)|\0[^\0]+\0([^\0]+))\0/g,
    )) {
      const name = path === "" ? renamed : path;
      expect([name, own.get(name)]).toEqual([name, `${added},${removed}`]);
      own.delete(name);
    }
    expect([...own.values()].filter((count) => count !== "0,0")).toEqual([]);
  });
});

describe("an entry", () => {
  test("has its modes, and a rename its former path", async () => {
    expect(await fileOf("many", "src/one.ts")).toMatchObject({ oldMode: "100644", newMode: "100755", hunks: [] });
    expect(await fileOf("many", "src/moved.ts")).toMatchObject({ status: "R", oldPath: "src/two.ts" });
    expect(await fileOf("link", "link")).toMatchObject({ oldMode: null, newMode: "120000", status: "A" });
    expect(await fileOf("submodule", "vendor/lib")).toMatchObject({ newMode: "160000" });
    const changed = await fileOf("type", "latin.txt");
    expect([changed?.status, changed?.hunks.length]).toEqual(["T", 2]);
  });

  test("of bytes that are no text is binary, with sizes to ask for", async () => {
    const picture = await fileOf("many", "pic.png");
    expect(picture).toMatchObject({ isBinary: true, added: null, hunks: [] });
    const ids = [picture?.oldId ?? "", picture?.newId ?? "", "1".repeat(40)];
    expect([...(await readObjectSizes(repository.gitDir, ids, signal)).values()]).toEqual([8, 9]);
  });

  test("keeps the beginning of a long line", async () => {
    const long = await fileOf("many", "long.txt");
    expect([long?.isClipped, long?.hunks[0]?.lines[0]?.length]).toEqual([true, MAX_DIFF_LINE_LENGTH + 1]);
  });
});

describe("limits", () => {
  test("a file with more lines is folded in a list, and ended where it is asked for alone", async () => {
    const { files } = await read("wide", { limits: { maxFileLines: 100 } });
    const tall = files.find(({ path }) => path === "many/tall.txt");
    expect(tall).toMatchObject({ folded: "large", hunks: [], added: 30_000 });
    expect(files.filter(({ folded }) => folded !== null)).toHaveLength(1);
    const { files: alone } = await read("wide", { limits: { maxFileLines: 100, only: tall?.number } });
    expect(alone).toHaveLength(1);
    expect(alone[0]?.hunks[0]?.lines).toHaveLength(100);
  });

  test("files after the last line that fits are folded, and all are counted", async () => {
    const { files, total } = await read("wide", { limits: { maxLines: 50, maxFiles: 1000 } });
    expect([files.length, total]).toEqual([1000, 1501]);
    expect(files.findIndex(({ folded }) => folded === "budget")).toBe(50);
  });

  test("git is stopped at the bytes, and what was not read is folded", async () => {
    const { files } = await read("wide", { limits: { maxBytes: 400_000 } });
    expect(files.some(({ hunks }) => hunks.length > 0)).toBe(true);
    expect(files.at(-1)).toMatchObject({ folded: "budget", hunks: [] });
  });

  test("generated files are folded in a list", async () => {
    expect(await fileOf("many", "package-lock.json")).toMatchObject({ folded: "generated", hunks: [] });
  });

  test("the caller's signal ends it", async () => {
    const aborted = AbortSignal.abort(new Error("The client has gone."));
    const commit = commits["wide"] ?? "";
    await expect(
      readDiff(repository.gitDir, { commit, parent: null, ignoresWhitespace: false }, LIMITS, aborted),
    ).rejects.toThrow("The client has gone.");
  });
});
