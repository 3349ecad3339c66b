import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readManifest } from "../../../server/sync/manifests.ts";
import { git, temporaryFolder } from "../sources/gitFixture.ts";
import { type TestDb, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, whenSettled } from "./syncFixture.ts";

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
  (await readManifest(database.db, projectId)).code.find(({ source }) => source === id);

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
  // Whoever linked it sees what stands in it.
  const noted = row.notes.map(({ code, text }) => `${code} ${/\d+/.exec(text)?.[0]}`);
  expect(noted).toEqual(["large_files 1", "links_outside 2", "unseen_names 1"]);
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

test("100,000 files and a bomb of zeros are a repository like another, and what is left out is said", async () => {
  const many = Array.from({ length: 100_000 }, (_, at) => `M 100644 :1 d${at % 317}/f${at}.txt\n`).join("");
  const path = imported(
    "large.git",
    `blob\nmark :1\n${data("one small file, many times\n")}${commit("Eve <eve@example.org>", "everything", many)}`,
  );
  // A quarter of a gigabyte that is a quarter of a megabyte on the way.
  const zeros = execFileSync(
    "sh",
    ["-c", "head -c 268435456 /dev/zero | git -c core.compression=1 hash-object -w --stdin"],
    {
      cwd: path,
    },
  );
  const bomb = `from refs/heads/main^0\nM 100644 ${zeros.toString().trim()} bomb.txt\n`;
  execFileSync("git", ["fast-import", "--quiet"], {
    cwd: path,
    input: commit("Eve <eve@example.org>", "a bomb", bomb),
  });
  const before = process.memoryUsage().rss;
  const { id, row } = await sync(path);
  expect(row).toMatchObject({ sync_state: "ready", sync_error: null, sync_items: 2 });
  expect(row.notes).toEqual([{ code: "large_files", text: "Files that are too large to be searched: 1." }]);
  const code = await codeOf(id);
  expect(code?.files).toBe(100_000);
  expect(process.memoryUsage().rss - before).toBeLessThan(1 << 30);
}, 120_000);

test("a broken object is said, nothing that was copied is lost, and the next sync is whole again", async () => {
  const origin = imported(
    "broken.git",
    commit("Ada <ada@example.org>", "one", file("100644", "a.ts", "export const a = 1;\n")),
  );
  const { id, row } = await sync(origin);
  expect(row).toMatchObject({ sync_state: "ready", sync_items: 1 });
  const blob = execFileSync("git", ["hash-object", "-w", "--stdin"], { cwd: origin, input: "export const b = 2;\n" });
  const oid = blob.toString().trim();
  const tree = execFileSync("git", ["mktree"], { cwd: origin, input: `100644 blob ${oid}\tb.ts\n` })
    .toString()
    .trim();
  const head = git(
    origin,
    "-c",
    "user.name=Ada",
    "-c",
    "user.email=a@a",
    "commit-tree",
    "-p",
    "main",
    "-m",
    "two",
    tree,
  );
  git(origin, "update-ref", "refs/heads/main", head.trim());
  const whole = readFileSync(objectFile(origin, oid));
  chmodSync(objectFile(origin, oid), 0o644);
  writeFileSync(objectFile(origin, oid), "no object at all");
  const again = async () => {
    await running.sync.request([id]);
    return whenSettled(database, id);
  };
  expect(await again()).toMatchObject({ sync_state: "failed", sync_error_code: "damaged", sync_items: 1 });
  expect((await codeOf(id))?.files).toBe(1);
  writeFileSync(objectFile(origin, oid), whole);
  expect(await again()).toMatchObject({ sync_state: "ready", sync_error: null, sync_items: 2 });
}, 60_000);

const objectFile = (repository: string, oid: string): string =>
  join(repository, "objects", oid.slice(0, 2), oid.slice(2));
