/** One repository in several projects, synced by the server's own jobs: what the host sends, what the quota counts, and what a removal leaves. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diskUseOf } from "../../../server/access/limits/quotas.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { git, makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { SharingHost } from "../sources/sharingHost.ts";
import { type TestDb, onOneDatabase, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, whenForgotten, whenSettled } from "./syncFixture.ts";

onOneDatabase("a repository of several projects", (engine) => {
  let folder: ReturnType<typeof temporaryFolder>;
  let database: TestDb;
  let host: SharingHost;
  let running: TestSync;
  let origin: string;
  let companyId: string;
  let projects: string[];
  let otherProject: string;
  let otherCompany: string;

  beforeEach(async () => {
    folder = temporaryFolder();
    database = await openTestDb(engine);
    const { projectId, userId, ...made } = await makeProject(database);
    ({ companyId } = made);
    const add = (slug: string, company = companyId, ownerId = userId) =>
      addProject(database.db, { companyId: company, ownerId, slug });
    projects = [projectId, await add("second"), await add("third")];
    otherCompany = await addCompany(database.db);
    otherProject = await add("other", otherCompany, await addUser(database.db, { companyId: otherCompany }));
    mkdirSync(join(folder.path, "all"));
    origin = join(folder.path, "all", "atlas.git");
    const noise = (): string => randomBytes(40_000).toString("hex");
    makeRepository(
      origin,
      Array.from({ length: 8 }, (_, at) => ({ message: `change ${at}`, files: { [`f${at}.txt`]: noise() } })),
    );
    host = new SharingHost();
    host.roots.set("good", join(folder.path, "all"));
    await host.start();
    running = await startSync({
      database,
      dataDir: database.dataDir,
      databaseUrl: database.databaseUrl,
      credential: { token: "good", username: "x" },
    });
  });
  afterEach(async () => {
    await running.stop();
    await database.close();
    await host.stop();
    folder.remove();
  });

  const link = async (projectId: string, company = companyId): Promise<string> => {
    const secretId = `secret-${projectId}`;
    await database.db
      .insertInto("secrets")
      .values({ id: secretId, company_id: company, cipher: Buffer.from("x") })
      .execute();
    const url = `${host.url}/atlas.git`;
    return addSource(database, projectId, { kind: "repository", provider: "git", url, secretId });
  };
  const sync = async (...ids: string[]): Promise<void> => {
    await running.sync.request(ids);
    for (const id of ids)
      expect(await whenSettled(database, id)).toMatchObject({ sync_state: "ready", sync_error: null });
  };
  const bytesOf = (path: string): number => {
    if (!existsSync(path)) return 0;
    if (!statSync(path).isDirectory()) return statSync(path).size;
    return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0);
  };
  const onDisk = (): number => bytesOf(join(database.dataDir, "mirrors")) + bytesOf(join(database.dataDir, "stores"));
  const copies = async (company = companyId): Promise<number> => (await diskUseOf(database.db, company)).copies;
  const mirror = (id: string): string => join(database.dataDir, "mirrors", `${id}.git`);

  test("is sent and stored once for each company, and every part of it counts once", { timeout: 120_000 }, async () => {
    const [first = "", ...others] = await Promise.all(projects.map((id) => link(id)));
    const cloned = await host.sent(() => sync(first));
    const linked = await host.sent(() => sync(...others));
    expect(cloned).toBeGreaterThan(300_000);
    expect(linked).toBeLessThan(10_000);
    await expect.poll(() => copies(), { timeout: 20_000 }).toBe(onDisk());
    const rows = await database.db.selectFrom("source_disk").select("copy_bytes").execute();
    expect(rows.map(({ copy_bytes: bytes }) => Number(bytes) > 50_000)).toEqual([true, true, true]);
    const foreign = await link(otherProject, otherCompany);
    expect(await host.sent(() => sync(foreign))).toBeGreaterThan(300_000);
    await expect.poll(async () => (await copies()) + (await copies(otherCompany)), { timeout: 20_000 }).toBe(onDisk());
    expect(await copies(otherCompany)).toBeGreaterThan(300_000);
    expect(running.errors).toEqual([]);
  });

  test("stays whole where it is linked while another project unlinks it", { timeout: 120_000 }, async () => {
    const [first = "", second = ""] = await Promise.all(projects.map((id) => link(id)));
    await sync(first, second);
    // A reader that began before, and reads on while the other one's mirror goes and new packs come.
    const reader = spawn("git", [`--git-dir=${mirror(second)}`, "cat-file", "--batch-check"], { stdio: "pipe" });
    let read = "";
    reader.stdout.on("data", (bytes: Buffer) => (read += bytes.toString()));
    const head = git(origin, "rev-parse", "main");
    reader.stdin.write(`${head}\n`);
    await database.db.deleteFrom("sources").where("id", "=", first).execute();
    await running.sync.forget([first]);
    await whenForgotten(database);
    expect(existsSync(mirror(first))).toBe(false);
    await expect.poll(() => copies(), { timeout: 20_000 }).toBe(onDisk());
    makeRepository(origin, [{ message: "later", files: { "later.txt": "later\n" } }], { from: head });
    await sync(second);
    const objects = git(origin, "rev-list", "--objects", "--no-object-names", "main").split("\n");
    reader.stdin.end(`${objects.join("\n")}\n`);
    await new Promise((resolve) => reader.on("close", resolve));
    expect(read).not.toContain("missing");
    expect(read.trim().split("\n")).toHaveLength(objects.length + 1);
    expect(git(mirror(second), "fsck", "--no-dangling")).toBe("");
    await database.db.deleteFrom("sources").where("id", "=", second).execute();
    await running.sync.forget([second]);
    await whenForgotten(database);
    expect(onDisk()).toBe(0);
    expect(readdirSync(join(database.dataDir, "stores"))).toEqual([]);
    expect(running.errors).toEqual([]);
  });

  test("is read no further by a source whose access is withdrawn", { timeout: 120_000 }, async () => {
    const [first = "", second = ""] = await Promise.all(projects.map((id) => link(id)));
    await sync(first, second);
    const before = git(mirror(second), "rev-parse", "refs/clew/head");
    const later = makeRepository(origin, [{ message: "later", files: { "later.txt": "later\n" } }], { from: before });
    await sync(first);
    host.roots.clear();
    await running.sync.request([second]);
    expect(await whenSettled(database, second)).toMatchObject({
      sync_state: "failed",
      sync_error_code: "unauthorized",
    });
    expect(git(mirror(second), "rev-parse", "refs/clew/head")).toBe(before);
    expect(git(mirror(first), "rev-parse", "refs/clew/head")).toBe(later);
    const commits = await database.db
      .selectFrom("git_commits")
      .select("hash")
      .where("source_id", "=", second)
      .execute();
    expect(commits.map(({ hash }) => hash)).not.toContain(later);
  });

  test("is cloned again where a branch outside of the head's history is damaged", { timeout: 120_000 }, async () => {
    const push = (branch: string, from: string): string =>
      makeRepository(origin, [{ message: branch, files: { [`${branch}.txt`]: `${from}\n` } }], { branch, from });
    const [source = ""] = await Promise.all(projects.map((id) => link(id)));
    const stores = () => readdirSync(join(database.dataDir, "stores"));
    const packs = () => readdirSync(join(database.dataDir, "stores", stores()[0] ?? "", "objects", "pack"));
    await sync(source);
    const [store = ""] = stores();
    const before = new Set(packs());
    const topic = push("topic", git(origin, "rev-parse", "main"));
    await sync(source);
    const lost = packs().filter((name) => !before.has(name));
    expect(lost).not.toEqual([]);
    push("topic", topic);
    await sync(source);
    for (const name of lost) rmSync(join(database.dataDir, "stores", store, "objects", "pack", name));
    for (const name of ["commit-graph", "commit-graphs"])
      rmSync(join(database.dataDir, "stores", store, "objects", "info", name), { recursive: true, force: true });
    await sync(source);
    expect(stores()).toEqual([store]);
    await sync(source);
    expect(stores()).toEqual([store.replace("-1.git", "-2.git")]);
    expect(git(mirror(source), "fsck", "--connectivity-only", "--no-dangling")).toBe("");
    expect(git(mirror(source), "log", "--format=%H", "--all")).toContain(topic);
  });
});
