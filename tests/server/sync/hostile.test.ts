import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { constants, deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBlobs } from "../../../server/git/readBlobs.ts";
import { countLines } from "../../../server/sources/git/lineCounts.ts";
import { readStoredManifest } from "../../../server/sync/store/storedManifest.ts";
import { git, temporaryFolder } from "../sources/gitFixture.ts";
import { type TestDb, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, whenSettled } from "./syncFixture.ts";
import { isWholeRun } from "../../wholeRun.ts";

let folder: ReturnType<typeof temporaryFolder>;
let database: TestDb;
let running: TestSync;
let projectId: string;
// One server for all: none of these may leave anything behind that troubles the next.
beforeAll(async () => {
  folder = temporaryFolder();
  database = await openTestDb();
  ({ projectId } = await makeProject(database));
  running = await startSync({ database, dataDir: database.dataDir, allowedPaths: [folder.path] });
});
afterAll(async () => {
  await running.stop();
  await database.close();
  folder.remove();
});

/** A bare repository out of a stream that git's own commands would not make. */
function imported(name: string, stream: string): string {
  const path = join(folder.path, name);
  git(folder.path, "init", "--quiet", "--bare", "--initial-branch=main", name);
  execFileSync("git", ["fast-import", "--quiet"], { cwd: path, input: stream });
  return path;
}
const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
const file = (mode: string, path: string, content: string) => `M ${mode} inline ${path}\n${data(content)}`;
const commit = (author: string, message: string, files: string) =>
  `commit refs/heads/main\nauthor ${author} 1700000000 +0000\ncommitter ${author} 1700000000 +0000\n${data(message)}${files}\n`;

async function sync(url: string) {
  const id = await addSource(database, projectId, { kind: "repository", provider: "git", url });
  await running.sync.request([id]);
  return { id, row: await whenSettled(database, id) };
}

const codeOf = async (id: string) =>
  (await readStoredManifest(database.db, projectId)).code.find(({ source }) => source === id);

test("links out of the tree, huge files, odd names and hostile authors do no harm", async () => {
  writeFileSync(join(folder.path, "secret.txt"), "the secret outside");
  const path = imported(
    "odd.git",
    commit(
      "Robert'); DROP TABLE issues;-- =cmd|x <a@b'c.example>",
      "Fixes #1 \u202e \u0007 ${jndi:x} `rm -rf /`",
      [
        file("120000", "link", join(folder.path, "secret.txt")),
        file("120000", "up", "../../../../etc/passwd"),
        file("100644", '"a\\nb\\tc.ts"', "export const odd = 1;\n"),
        file("100644", "'; drop table issues; --.ts", "export const quoted = 1;\n"),
        file("100644", `${"deep/".repeat(150)}end.ts`, "export const deep = 1;\n"),
        file("100644", "huge.ts", `export const huge = "${"x".repeat(6 << 20)}";\n`),
        file("100644", "long.ts", `/*${"(".repeat(200_000)}*/\n`),
        file("100755", "run.sh", "touch /tmp/never\n"),
        ...Array.from({ length: 3000 }, (_, at) => file("100644", `many/f${at}.ts`, `export const f${at} = ${at};\n`)),
      ].join(""),
    ),
  );
  const { id, row } = await sync(path);
  expect(row).toMatchObject({ sync_state: "ready", sync_error: null, sync_items: 1 });
  // The notes of the source report what the repository contains.
  const noted = row.notes.map(({ code, text }) => [code, typeof text === "string" ? text : text.params]);
  expect(noted).toEqual([
    ["large_files", { count: 1 }],
    ["links_outside", { count: 2 }],
    ["unseen_names", { count: 1 }],
  ]);
  const code = await codeOf(id);
  expect(code?.files).toBeGreaterThanOrEqual(3000);
  expect(code?.skipped.large).toBeGreaterThanOrEqual(1);
  const paths = await database.db.selectFrom("git_paths").select("path").where("source_id", "=", id).execute();
  expect(paths.map((one) => one.path)).toContain("'; drop table issues; --.ts");
  // Nothing was checked out: what a link points at never came near the index.
  expect(readdirSync(join(database.dataDir, "mirrors")).every((name) => name.endsWith(".git"))).toBe(true);
  expect(await database.db.selectFrom("issues").selectAll().execute()).toEqual([]);
}, 60_000);

test.each([
  ["a tree that would write into .git", ".git/hooks/post-checkout"],
  ["the same by another spelling", ".GIT/config"],
])(
  "%s does no harm",
  async (_name, path) => {
    const name = `${path.replaceAll(/\W/g, "")}.git`;
    const blob = execFileSync("git", ["hash-object", "-w", "--stdin"], {
      cwd: imported(name, commit("Eve <eve@example.org>", "one", file("100644", "a.ts", "1\n"))),
      input: "touch /tmp/pwned\n",
    })
      .toString()
      .trim();
    const origin = join(folder.path, name);
    const [top = "", ...rest] = path.split("/");
    const make = (entry: string) =>
      execFileSync("git", ["mktree", "--missing"], { cwd: origin, input: entry }).toString().trim();
    const inner = rest.reduceRight(
      (hash, name, at) => make(`${at === rest.length - 1 ? "100644 blob" : "040000 tree"} ${hash}\t${name}\n`),
      blob,
    );
    const tree = make(`040000 tree ${inner}\t${top}\n`);
    const head = git(origin, "-c", "user.name=Eve", "-c", "user.email=e@e", "commit-tree", "-m", "evil", tree).trim();
    git(origin, "update-ref", "refs/heads/main", head);
    const { id, row } = await sync(origin);
    // The mirror is bare and nothing of a tree is ever written out, so it stays a name; and the source says that it is there.
    expect(row).toMatchObject({ sync_state: "ready", sync_error: null });
    expect(row.notes.map(({ code }) => code)).toEqual(["disguised_paths"]);
    expect(existsSync(join(running.sources.mirrorFolder(id), "hooks", "post-checkout"))).toBe(false);
    expect(existsSync("/tmp/pwned")).toBe(false);
    expect(running.errors).toEqual([]);
  },
  60_000,
);

/**
 * A blob of zeros of any size as git keeps a loose one, without ever writing or hashing the zeros: one packed mebibyte is put down again
 * and again. A real name is what `git hash-object` says of such a file.
 */
function plantZeros(repository: string, oid: string, mebibytes: number): void {
  const size = mebibytes * 2 ** 20;
  const head = Buffer.from(`blob ${size}\0`);
  const stored = Buffer.alloc(5);
  stored.writeUInt16LE(head.length, 1);
  stored.writeUInt16LE(head.length ^ 0xffff, 3);
  const block = deflateRawSync(Buffer.alloc(2 ** 20), { finishFlush: constants.Z_FULL_FLUSH });
  // Adler-32: of zeros the first sum stays as it is, and the second grows by it with each.
  let [first, second] = [1, 0];
  for (const byte of head) {
    first = (first + byte) % 65_521;
    second = (second + first) % 65_521;
  }
  second = (second + (size % 65_521) * first) % 65_521;
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(second * 65_536 + first);
  mkdirSync(dirname(objectFile(repository, oid)), { recursive: true });
  const blocks = Array.from({ length: mebibytes }, () => block);
  writeFileSync(
    objectFile(repository, oid),
    Buffer.concat([Buffer.from([0x78, 0x01]), stored, head, ...blocks, Buffer.from([1, 0, 0, 0xff, 0xff]), sum]),
  );
}
/** What 5 GiB of zeros are called. */
const FIVE_GIB = "0be2be10a4c8764f32c4bf372a98edc731a4b204";

/** Puts a commit of one tree entry (as `git mktree` reads it) on the branch, whatever is missing of it. */
function commitTree(repository: string, entries: string): string {
  const tree = execFileSync("git", ["mktree", "--missing"], { cwd: repository, input: entries }).toString().trim();
  const head = git(
    repository,
    "-c",
    "user.name=Eve",
    "-c",
    "user.email=e@e",
    "commit-tree",
    "-p",
    "main",
    "-m",
    "more",
    tree,
  ).trim();
  git(repository, "update-ref", "refs/heads/main", head);
  return head;
}

test.runIf(isWholeRun)(
  "100,000 files and a bomb of five gigabytes are a repository like another, and omitted files are reported",
  async () => {
    const many = Array.from({ length: 100_000 }, (_, at) => `M 100644 :1 d${at % 317}/f${at}.txt\n`).join("");
    const path = imported(
      "large.git",
      `blob\nmark :1\n${data("one small file, many times\n")}${commit("Eve <eve@example.org>", "everything", many)}`,
    );
    plantZeros(path, FIVE_GIB, 5 * 1024);
    expect(git(path, "cat-file", "-s", FIVE_GIB)).toBe(String(5 * 2 ** 30));
    const bomb = `from refs/heads/main^0\nM 100644 ${FIVE_GIB} bomb.txt\n`;
    execFileSync("git", ["fast-import", "--quiet"], {
      cwd: path,
      input: commit("Eve <eve@example.org>", "a bomb", bomb),
    });
    const before = process.memoryUsage().rss;
    const { id, row } = await sync(path);
    expect(row).toMatchObject({ sync_state: "ready", sync_error: null, sync_items: 2 });
    expect(row.notes).toEqual([{ code: "large_files", text: { code: "note.large_files", params: { count: 1 } } }]);
    const code = await codeOf(id);
    expect(code?.files).toBe(100_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(1 << 30);
  },
  120_000,
);

test("very many files are read without leaving a listener behind for each part of the question", async () => {
  const path = imported("few.git", commit("Eve <eve@example.org>", "one", file("100644", "a.ts", "1\n")));
  const oid = git(path, "rev-parse", "main:a.ts");
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on("warning", note);
  let read = 0;
  for await (const bytes of readBlobs(
    path,
    Array.from({ length: 80_000 }, () => oid),
  ))
    read += bytes?.length ?? 0;
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", note);
  expect(read).toBe(160_000);
  expect(warnings).toEqual([]);
});

test("a large blob is never unpacked to count its lines", async () => {
  const path = imported("zeros.git", commit("Eve <eve@example.org>", "one", file("100644", "a.ts", "1\n")));
  // The object id does not match the content, so unpacking the whole blob fails.
  const oid = "1234567890123456789012345678901234567890";
  plantZeros(path, oid, 300);
  const head = commitTree(path, `100644 blob ${oid}\tzeros.txt\n`);
  expect(await countLines(path, [head])).toEqual(new Map([[head, { added: 0, deleted: 1 }]]));
});

test("submodules and files of Git LFS are named, and nothing is fetched for them", async () => {
  const pointer = (at: number) =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${String(at).repeat(64).slice(0, 64)}\nsize 1234567\n`;
  const path = imported(
    "pointers.git",
    commit(
      "Eve <eve@example.org>",
      "one",
      [
        file("100644", ".gitattributes", "*.psd filter=lfs diff=lfs merge=lfs -text\n"),
        file("100644", ".gitmodules", '[submodule "x"]\n\tpath = lib\n\turl = ext::sh -c "touch /tmp/clew-never"\n'),
        file("100644", "a.psd", pointer(1)),
        file("100644", "b.psd", pointer(2)),
        file("100644", "c.md", `# About\n\n${"A text that is as long as a pointer is. ".repeat(3)}\n`),
        `M 160000 ${"a".repeat(40)} lib\n`,
      ].join(""),
    ),
  );
  const { row } = await sync(path);
  expect(row).toMatchObject({ sync_state: "ready", sync_error: null });
  expect(row.notes.map(({ code, text }) => [code, typeof text === "string" ? text : text.params])).toEqual([
    ["submodules", { count: 1 }],
    ["lfs_files", { count: 2 }],
  ]);
  expect(existsSync("/tmp/clew-never")).toBe(false);
});

/** Breaks what the second commit needs. */
type Breakage = (repository: string) => void;
const overwrite = (path: string, bytes: Buffer): void => {
  chmodSync(path, 0o644);
  writeFileSync(path, bytes);
};
const packOf = (repository: string): string => {
  git(repository, "repack", "-a", "-d", "-f", "-q", "--depth=50", "--window=50");
  const folder = join(repository, "objects", "pack");
  return join(folder, readdirSync(folder).find((name) => name.endsWith(".pack")) ?? "");
};
const BROKEN: readonly (readonly [what: string, breakIt: Breakage])[] = [
  [
    "a blob that is none",
    (path) => overwrite(objectFile(path, git(path, "rev-parse", "main:src/b.ts")), Buffer.from("no object at all")),
  ],
  ["a tree that is missing", (path) => rmSync(objectFile(path, git(path, "rev-parse", "main:src")), { force: true })],
  [
    "a pack that ends too early",
    (path) => {
      const pack = packOf(path);
      const bytes = readFileSync(pack);
      overwrite(pack, bytes.subarray(0, Math.floor(bytes.length * 0.4)));
    },
  ],
  [
    "a delta that is wrong",
    (path) => {
      const pack = packOf(path);
      const index = pack.replace(/pack$/, "idx");
      // Columns of a delta: id, type, size, size in the pack, offset, depth, base.
      const deltas = git(path, "verify-pack", "-v", index)
        .split("\n")
        .filter((line) => /^\S+ +blob +\d+ \d+ \d+ \d+ /.test(line));
      const bytes = readFileSync(pack);
      expect(deltas.length).toBeGreaterThan(0);
      for (const line of deltas) {
        const [, , , size = "0", offset = "0"] = line.split(/ +/);
        bytes.fill(0x5a, Number(offset) + Math.floor(Number(size) / 2), Number(offset) + Number(size));
      }
      overwrite(pack, bytes);
    },
  ],
];

test.each(BROKEN)(
  "%s is reported, nothing that was copied is lost, and the next sync is whole again",
  async (what, breakIt) => {
    const name = `${what.replaceAll(" ", "-")}.git`;
    const long = Array.from({ length: 400 }, (_, at) => `export const line${at} = ${(at * 7919) % 1000};\n`).join("");
    const origin = imported(name, commit("Ada <ada@example.org>", "one", file("100644", "src/a.ts", long)));
    const { id, row } = await sync(origin);
    expect(row).toMatchObject({ sync_state: "ready", sync_items: 1 });
    const whole = join(folder.path, `whole-${name}`);
    execFileSync("git", ["-c", "fastimport.unpackLimit=100", "fast-import", "--quiet"], {
      cwd: origin,
      input: commit(
        "Ada <ada@example.org>",
        "two",
        `from refs/heads/main^0\n${file("100644", "src/b.ts", `${long}export const b = 2;\n`)}${file("100644", "src/c.ts", `${long}// c\n`)}`,
      ),
    });
    cpSync(origin, whole, { recursive: true });
    breakIt(origin);
    const again = async () => {
      await running.sync.request([id]);
      return whenSettled(database, id);
    };
    const broken = await again();
    expect(broken.sync_error).toMatch(/damaged/);
    expect(broken).toMatchObject({ sync_state: "failed", sync_error_code: "damaged", sync_items: 1 });
    expect((await codeOf(id))?.files).toBe(1);
    expect(running.errors).toEqual([]);
    rmSync(origin, { recursive: true, force: true });
    renameSync(whole, origin);
    expect(await again()).toMatchObject({ sync_state: "ready", sync_error: null, sync_items: 2 });
    expect((await codeOf(id))?.files).toBe(3);
  },
  60_000,
);

const objectFile = (repository: string, oid: string): string =>
  join(repository, "objects", oid.slice(0, 2), oid.slice(2));
