import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readManifest } from "../../../server/sync/manifests.ts";
import { git, temporaryFolder } from "../sources/gitFixture.ts";
import { type TestDb, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, whenSettled } from "./syncFixture.ts";

let folder: ReturnType<typeof temporaryFolder>;
let database: TestDb;
let running: TestSync;
let projectId: string;
beforeEach(async () => {
  folder = temporaryFolder();
  database = await openTestDb();
  ({ projectId } = await makeProject(database));
  running = await startSync({ database, dataDir: database.dataDir, allowedPaths: [folder.path] });
});
afterEach(async () => {
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
  const { code } = await readManifest(database.db, projectId);
  expect(code[0]?.files).toBeGreaterThanOrEqual(3000);
  expect(code[0]?.skipped.large).toBeGreaterThanOrEqual(1);
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
    const blob = execFileSync("git", ["hash-object", "-w", "--stdin"], {
      cwd: imported("evil.git", commit("Eve <eve@example.org>", "one", file("100644", "a.ts", "1\n"))),
      input: "touch /tmp/pwned\n",
    })
      .toString()
      .trim();
    const origin = join(folder.path, "evil.git");
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
    // Refused or read: the mirror is bare and nothing of a tree is ever written out, so it stays a name.
    expect(["ready", "failed"]).toContain(row.sync_state);
    expect(existsSync(join(running.sources.mirrorFolder(id), "hooks", "post-checkout"))).toBe(false);
    expect(existsSync("/tmp/pwned")).toBe(false);
    expect(running.errors).toEqual([]);
  },
  60_000,
);
