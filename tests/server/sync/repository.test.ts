import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SyncEventData } from "../../../contract/notices/notifications.ts";
import { MANIFEST_FORMAT, symbolsOf } from "../../../server/index/manifest.ts";
import { readStoredManifest } from "../../../server/sync/store/storedManifest.ts";
import { type GitFault, type GitHost, startGitHost } from "../../providers/gitHost.ts";
import { type MadeCommit, git, makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import {
  type TestSync,
  addSource,
  makeProject,
  startSync,
  storedHistory,
  whenForgotten,
  whenSettled,
} from "./syncFixture.ts";

const many = (count: number, from = 0): MadeCommit[] =>
  Array.from({ length: count }, (_, index) => ({
    message: `change ${from + index}\n\nfixes #${from + index}`,
    author: `Author ${index % 7}`,
    email: `a${index % 7}@example.org`,
    files: {
      [`src/file${(from + index) % 50}.ts`]: `export const value${from + index} = ${index};\n`,
      ...(index % 9 === 0 && { [`docs/${index}.md`]: "text" }),
    },
  }));

onOneDatabase("a repository", (engine) => {
  let database: TestDb;
  let folder: ReturnType<typeof temporaryFolder>;
  let running: TestSync;
  let host: GitHost;
  let fault: ((url: string) => GitFault | undefined) | undefined;
  let projectId: string;
  beforeEach(async () => {
    database = await openTestDb(engine);
    folder = temporaryFolder();
    fault = undefined;
    host = await startGitHost({ root: folder.path, faults: ({ url }) => fault?.(url ?? "") });
    ({ projectId } = await makeProject(database));
    running = await startSync({
      database,
      dataDir: database.dataDir,
      databaseUrl: database.databaseUrl,
      allowedPaths: [folder.path],
    });
  });
  afterEach(async () => {
    await running.stop();
    await host.stop();
    await database.close();
    folder.remove();
  });
  const origin = () => join(folder.path, "origin.git");
  const link = async (url = `${host.url}/origin.git`) => {
    const id = await addSource(database, projectId, { kind: "repository", provider: "git", url });
    await running.sync.request([id]);
    return id;
  };
  const again = async (id: string) => {
    await running.sync.request([id]);
    return whenSettled(database, id);
  };
  const events = async () =>
    (await database.db.selectFrom("events").selectAll().where("type", "like", "sync.%").orderBy("id").execute()).map(
      ({ type, message }) => ({ type, data: SyncEventData.parse(message["data"]) }),
    );

  test("copies over HTTP, stores and indexes the repository whole, and reports its progress", async () => {
    const head = makeRepository(origin(), many(1200));
    const id = await link();
    expect(await whenSettled(database, id)).toMatchObject({
      sync_state: "ready",
      sync_error: null,
      sync_items: 1200,
      default_branch: "main",
    });
    const hashes = git(origin(), "rev-list", "--reverse", "main").split("\n");
    const content = await storedHistory(database, id);
    expect(content.commits.map(({ hash }) => hash).sort()).toEqual([...hashes].sort());
    expect(content.commits.find(({ hash }) => hash === hashes[8])).toMatchObject({
      name: "Author 1",
      message: "change 8\n\nfixes #8",
    });
    expect(
      content.changes.filter(({ hash }) => hash === hashes[54]).map(({ path, kind }) => `${kind} ${path}`),
    ).toEqual(["A docs/54.md", "M src/file4.ts"]);
    const manifest = await readStoredManifest(database.db, projectId);
    expect(manifest.code[0]).toMatchObject({ source: id, commit: head, files: 50 + Math.ceil(1200 / 9) });
    expect(manifest.code[0] && symbolsOf(manifest.code[0])).not.toBeNull();
    expect(manifest.commits[0]).toMatchObject({ source: id, head, commits: 1200 });
    const sent = await events();
    expect(sent[0]).toMatchObject({
      type: "sync.progress",
      data: { project: "atlas", source: { kind: "repository", id }, sync: { state: "running" } },
    });
    expect(sent.at(-1)).toMatchObject({
      type: "sync.finished",
      data: { sync: { state: "ready", items: 1200, step: null } },
    });
    expect(running.errors).toEqual([]);
  });

  test("nothing new asks the host once and changes nothing", async () => {
    makeRepository(origin(), many(30));
    const id = await link();
    await whenSettled(database, id);
    const before = await readStoredManifest(database.db, projectId);
    host.requests.length = 0;
    expect(await again(id)).toMatchObject({ sync_state: "ready", sync_items: 30 });
    expect(host.requests.filter((request) => request.startsWith("POST"))).toHaveLength(1);
    expect(await readStoredManifest(database.db, projectId)).toEqual(before);
  });

  test("a new version that cannot read the index builds it again when it starts", async () => {
    makeRepository(origin(), many(30));
    const [id, paused] = [await link(), await link(origin())];
    for (const source of [id, paused]) await whenSettled(database, source);
    const { code, commits } = await readStoredManifest(database.db, projectId);
    await running.stop();
    await database.db.updateTable("sources").set({ paused_at: new Date() }).where("id", "=", paused).execute();
    await database.db
      .updateTable("artifacts")
      .set({ format_version: MANIFEST_FORMAT - 1, manifest: JSON.stringify({ format: MANIFEST_FORMAT - 1 }) })
      .execute();
    running = await startSync({
      database,
      dataDir: database.dataDir,
      databaseUrl: database.databaseUrl,
      allowedPaths: [folder.path],
    });
    await expect.poll(async () => (await readStoredManifest(database.db, projectId)).code).toHaveLength(1);
    await whenSettled(database, id);
    const rebuilt = await readStoredManifest(database.db, projectId);
    const of = <T extends { readonly source: string }>(parts: readonly T[]) =>
      parts.filter(({ source }) => source === id).map((part) => ({ ...part, builtAt: null }));
    expect(of(rebuilt.code)).toEqual(of(code));
    expect(of(rebuilt.commits)).toEqual(of(commits));
  });

  test("new commits are added, a rewritten history is followed, and the result is that of a first sync", async () => {
    const first = makeRepository(origin(), many(60));
    const id = await link();
    await whenSettled(database, id);
    const second = makeRepository(origin(), many(5, 100), { from: first });
    expect(await again(id)).toMatchObject({ sync_items: 65 });
    expect((await readStoredManifest(database.db, projectId)).commits[0]).toMatchObject({ head: second, commits: 65 });

    const rewritten = makeRepository(origin(), [...many(20), { message: "another way", files: { new: "1" } }]);
    expect(await again(id)).toMatchObject({ sync_state: "ready", sync_items: 21 });
    const fresh = await link(origin());
    await whenSettled(database, fresh);
    expect(await storedHistory(database, id)).toEqual(await storedHistory(database, fresh));
    const [one, other] = (await readStoredManifest(database.db, projectId)).code;
    expect([one?.commit, other?.commit, one?.files]).toEqual([rewritten, rewritten, other?.files]);
  });

  test.each(["over HTTP", "from a folder"])("stores the tags with their commits, %s", async (way) => {
    makeRepository(origin(), many(4));
    const tagged = git(origin(), "rev-parse", "main~2");
    const tag = (...args: string[]) =>
      git(origin(), "-c", "user.name=A", "-c", "user.email=a@example.org", "tag", ...args);
    tag("v1", tagged);
    tag("--annotate", "--message", "two", "v2", tagged);
    git(origin(), "pack-refs", "--all");
    tag("--annotate", "--message", "three", "v3", "main");
    const id = await link(way === "over HTTP" ? undefined : origin());
    await whenSettled(database, id);
    const stored = async () =>
      (await database.db.selectFrom("git_tags").select(["name", "hash"]).orderBy("name").execute()).map(
        ({ name, hash }) => `${name} ${hash}`,
      );
    const head = git(origin(), "rev-parse", "main");
    expect(await stored()).toEqual([`v1 ${tagged}`, `v2 ${tagged}`, `v3 ${head}`]);
    // The same head: tags are made after the commit that they name.
    tag("--delete", "v1");
    tag("--force", "--annotate", "--message", "four", "v4", "v3");
    await again(id);
    expect(await stored()).toEqual([`v2 ${tagged}`, `v3 ${head}`, `v4 ${head}`]);
  });

  test("stores the .mailmap of the head for identity lookups, and deletes it with the file", async () => {
    const kept = async () =>
      (await database.db.selectFrom("mailmaps").select(["head", "content"]).execute()).map((row) => row);
    const line = "Author <a@example.org> <a0@example.org>\n";
    const first = makeRepository(origin(), [...many(3), { message: "who is who", files: { ".mailmap": line } }]);
    const id = await link(origin());
    await whenSettled(database, id);
    expect(await kept()).toEqual([{ head: first, content: line }]);
    const second = makeRepository(origin(), [{ message: "without a mailmap", files: { ".mailmap": null } }], {
      from: first,
    });
    await again(id);
    expect(await kept()).toEqual([{ head: second, content: "" }]);
  });

  test("a local path is read where the operator allows it, and only there", async () => {
    makeRepository(origin(), many(10));
    expect(await whenSettled(database, await link(origin()))).toMatchObject({ sync_state: "ready", sync_items: 10 });
    const refused = await whenSettled(database, await link("/etc"));
    expect(refused.sync_error).toContain("CLEW_ALLOWED_PATHS");
  });

  test("an empty repository is ready, and filled later", async () => {
    git(folder.path, "init", "--quiet", "--bare", "--initial-branch=main", origin());
    const id = await link();
    expect(await whenSettled(database, id)).toMatchObject({ sync_state: "ready", sync_items: 0 });
    makeRepository(origin(), many(3));
    expect(await again(id)).toMatchObject({ sync_state: "ready", sync_items: 3 });
  });

  describe("a failed sync leaves the last good state and describes what to do", () => {
    test.each<[string, GitFault, RegExp]>([
      ["401", { status: 401, headers: { "www-authenticate": "Basic" } }, /asks for a credential/],
      ["403", { status: 403 }, /scope/],
      ["404", { status: 404 }, /no such repository|no git repository/i],
      ["500", { status: 500 }, /reports an internal error/],
      [
        "a redirect",
        { status: 302, headers: { location: "https://elsewhere.example/x" } },
        /redirects this address to another one/,
      ],
    ])("%s", async (_name, answer, words) => {
      makeRepository(origin(), many(10));
      const id = await link();
      await whenSettled(database, id);
      const before = await readStoredManifest(database.db, projectId);
      fault = () => answer;
      const failed = await again(id);
      expect(failed).toMatchObject({ sync_state: "failed", sync_items: 10 });
      expect(failed.sync_error).toMatch(words);
      expect(await readStoredManifest(database.db, projectId)).toEqual(before);
      expect((await events()).at(-1)).toMatchObject({
        type: "sync.failed",
        data: { sync: { error: expect.stringContaining('"code":') as string } },
      });
      fault = undefined;
      expect(await again(id)).toMatchObject({ sync_state: "ready", sync_error: null });
    });

    test("a connection that breaks in the middle of the pack", async () => {
      makeRepository(origin(), many(300));
      fault = (url) => (url.endsWith("/git-upload-pack") ? { cutAfter: 20_000 } : undefined);
      const id = await link();
      expect((await whenSettled(database, id)).sync_state).toBe("failed");
      fault = undefined;
      expect(await again(id)).toMatchObject({ sync_state: "ready", sync_items: 300 });
    });
    test("a host that is gone", async () => {
      makeRepository(origin(), many(2));
      const gone = await startGitHost({ root: folder.path });
      await gone.stop();
      expect((await whenSettled(database, await link(`${gone.url}/origin.git`))).sync_error).toMatch(
        /does not accept connections/,
      );
    });
  });

  test("a lost or broken mirror and a lost index are rebuilt", async () => {
    const head = makeRepository(origin(), many(20));
    const id = await link();
    await whenSettled(database, id);
    const content = await storedHistory(database, id);
    rmSync(join(database.dataDir, "mirrors"), { recursive: true });
    rmSync(join(database.dataDir, "blobs"), { recursive: true });
    expect(await again(id)).toMatchObject({ sync_state: "ready" });
    expect((await readStoredManifest(database.db, projectId)).code[0]).toMatchObject({ commit: head, files: 23 });
    await database.db.deleteFrom("artifacts").execute();
    expect(await again(id)).toMatchObject({ sync_state: "ready" });
    expect((await readStoredManifest(database.db, projectId)).code.map(symbolsOf)).not.toContain(null);
    expect(await storedHistory(database, id)).toEqual(content);
  });

  test("a removed source leaves nothing behind, also in the middle of its sync", async () => {
    makeRepository(origin(), many(400));
    const id = await link();
    await database.db.deleteFrom("sources").where("id", "=", id).execute();
    await running.sync.forget([id]);
    await whenForgotten(database);
    const other = await link();
    await whenSettled(database, other);
    await database.db.deleteFrom("sources").where("id", "=", other).execute();
    await running.sync.forget([other]);
    await whenForgotten(database);
    expect(await readStoredManifest(database.db, projectId)).toMatchObject({ code: [], commits: [] });
    for (const table of ["git_commits", "git_paths", "git_authors"] as const) {
      expect(await database.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    expect(running.errors).toEqual([]);
  });
});
