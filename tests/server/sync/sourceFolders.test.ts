/** The folders of a repository in its index and its requests, compared with git and with a repository that was linked with them. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDb } from "../../../server/db/openDb.ts";
import type { OpenDb } from "../../../server/db/openedDb.ts";
import { migrate } from "../../../server/db/migrate.ts";
import type { Manifest } from "../../../server/index/manifest.ts";
import { readStoredManifest } from "../../../server/sync/store/storedManifest.ts";
import { startGithubWorkHost } from "../../providers/githubWorkHost.ts";
import { type Work, makeWork, workRequest } from "../../providers/work.ts";
import { git, makeRepository, temporaryFolder } from "../sources/gitFixture.ts";
import { type TestDb, makeStorage, onOneDatabase, openTestDb } from "../testDb.ts";
import { type TestSync, addSource, makeProject, startSync, storedHistory, whenSettled } from "./syncFixture.ts";
import { isWholeRun } from "../../wholeRun.ts";

const PAY = ["libs/money", "services/pay"];

/** A history with work in and outside of the folders on two lines, which are merged. */
function fillOrigin(origin: string): void {
  makeRepository(origin, [
    { message: "first", files: { "README.md": "root\n", "services/pay/a.ts": "export const a = 1;\n" } },
    { message: "other", files: { "services/ship/b.ts": "export const b = 1;\n" } },
    { message: "money", files: { "libs/money/c.ts": "export const c = 1;\n" }, parents: [0] },
    { message: "merge", parents: [1, 2], files: { "libs/money/c.ts": "export const c = 1;\n" } },
    { message: "into", files: { "services/ship/b.ts": null, "services/pay/b.ts": "export const b = 1;\n" } },
    ...Array.from({ length: 20 }, (_, at) => ({
      message: `change ${at}`,
      files: { [`services/${at % 3 === 0 ? "pay" : "ship"}/file${at}.ts`]: `export const f${at} = ${at};\n` },
    })),
    { message: "last outside", files: { "README.md": "new root\n" } },
  ]);
}

/** A webhook of a project, which is sent nothing in these tests. */
async function addSubscriber({ db }: TestDb, projectId: string, events: readonly string[]): Promise<void> {
  const project = db.selectFrom("projects").select("company_id").where("id", "=", projectId);
  const { company_id } = await project.executeTakeFirstOrThrow();
  await db
    .insertInto("outgoing_webhooks")
    .values({
      id: "subscriber",
      company_id,
      project_id: projectId,
      kind: "webhook",
      label: "w",
      origin: "https://w.example",
      sealed: Buffer.from(""),
      events: JSON.stringify(events),
      language: "EN",
      disabled_reason: null,
      failing_since: null,
      resume_at: null,
      leased_until: null,
      served_at: null,
      old_secret_until: null,
    })
    .execute();
}

/** What the index of a repository consists of, without times and the id of its source. */
const blobsIn = ({ code, commits }: Manifest, source: string): unknown => ({
  code: code.filter((part) => part.source === source).map((part) => ({ ...part, builtAt: "", source: "" })),
  commits: commits.filter((part) => part.source === source).map((part) => ({ ...part, builtAt: "", source: "" })),
});

onOneDatabase("a repository of which folders are read", (engine) => {
  let folder: ReturnType<typeof temporaryFolder>;
  let database: TestDb;
  let running: TestSync;
  let projectId: string;
  let origin: string;
  let work: Work;
  let host: Awaited<ReturnType<typeof startGithubWorkHost>>;
  beforeAll(async () => {
    folder = temporaryFolder();
    origin = join(folder.path, "origin.git");
    fillOrigin(origin);
    work = makeWork(3);
    host = await startGithubWorkHost(work);
    database = await openTestDb(engine);
    const made = await makeProject(database);
    projectId = made.projectId;
    await database.db
      .insertInto("secrets")
      .values({ id: "github", company_id: made.companyId, cipher: Buffer.from("x") })
      .execute();
    running = await startSync({
      database,
      dataDir: database.dataDir,
      databaseUrl: database.databaseUrl,
      allowedPaths: [folder.path],
      credential: { token: "right", username: "" },
    });
  });
  afterAll(async () => {
    await running.stop();
    await database.close();
    await host.stop();
    folder.remove();
  });

  const choose = async (id: string, folders: readonly string[], ids: readonly string[] = [id]) => {
    await database.db
      .updateTable("sources")
      .set({ folders: JSON.stringify(folders) })
      .where("id", "=", id)
      .execute();
    await syncAll(ids);
  };
  const syncAll = async (ids: readonly string[]) => {
    for (const id of ids) {
      await running.sync.request([id]);
      expect(await whenSettled(database, id)).toMatchObject({ sync_state: "ready", sync_error: null });
    }
  };
  const everything = async (id: string) => ({
    history: await storedHistory(database, id),
    index: blobsIn(await readStoredManifest(database.db, projectId), id),
  });
  const listed = (folders: readonly string[]): string[] =>
    git(origin, "rev-list", "--full-history", "main", "--", ...folders)
      .split("\n")
      .toSorted();

  test("a choice that is changed there and back gives the index of before, without another copy", async () => {
    const id = await addSource(database, projectId, { kind: "repository", provider: "git", url: origin });
    await choose(id, PAY);
    const pay = await everything(id);
    expect(pay.history.commits.map(({ hash }) => hash)).toEqual(listed(PAY));
    expect(pay.history.changes.every(({ path }) => PAY.some((one) => path.startsWith(`${one}/`)))).toBe(true);
    const inode = (await import("node:fs")).statSync(running.sources.mirrorFolder(id)).ino;
    await choose(id, ["services/ship"]);
    const ship = await everything(id);
    expect(ship.history.commits.map(({ hash }) => hash)).toEqual(listed(["services/ship"]));
    expect(JSON.stringify(ship)).not.toContain("libs/money");
    await choose(id, PAY);
    expect(await everything(id)).toEqual(pay);
    await choose(id, []);
    const whole = await everything(id);
    expect(whole.history.commits.map(({ hash }) => hash)).toEqual(
      git(origin, "rev-list", "main").split("\n").toSorted(),
    );
    await choose(id, PAY);
    expect(await everything(id)).toEqual(pay);
    expect((await import("node:fs")).statSync(running.sources.mirrorFolder(id)).ino).toBe(inode);
    // The notices of the changes: none, since nothing is new.
    expect(await database.db.selectFrom("notices").select("kind").execute()).toEqual([]);
    // What follows is an update, also by commits that change nothing here.
    makeRepository(origin, [{ message: "outside", files: { "services/ship/late.ts": "x\n" } }], {
      from: git(origin, "rev-parse", "main"),
    });
    await syncAll([id]);
    expect((await everything(id)).history).toEqual(pay.history);
    makeRepository(origin, [{ message: "inside", files: { "services/pay/late.ts": "export const late = 1;\n" } }], {
      from: git(origin, "rev-parse", "main"),
    });
    await syncAll([id]);
    const updated = await everything(id);
    expect(updated.history.commits.map(({ hash }) => hash)).toEqual(listed(PAY));
    // Each commit of the table but the first has a parent in it.
    const { commits } = await readStoredManifest(database.db, projectId);
    expect(commits.find(({ source }) => source === id)?.commits).toBe(listed(PAY).length);
    await database.db.deleteFrom("sources").where("id", "=", id).execute();
  }, 120_000);

  test("requests that change nothing in the folders are left out once their files are known", async () => {
    const requests = Array.from({ length: 6 }, (_, at) => workRequest(at + 1, { head: String(at + 1).repeat(40) }));
    work.requests.splice(0, work.requests.length, ...requests);
    const [inside, outside, both, unknown, ...others] = requests;
    if (!inside || !outside || !both || !unknown) throw new Error("There are too few requests.");
    inside.files = ["services/pay/a.ts"];
    outside.files = ["services/ship/b.ts"];
    both.files = ["services/ship/b.ts", "services/pay/b.ts"];
    unknown.files = [];
    for (const other of others) other.files = ["README.md"];
    const url = `${host.url}/acme/rocket`;
    const repository = await addSource(database, projectId, { kind: "repository", provider: "github", url });
    await database.db
      .updateTable("sources")
      .set({ paused_at: new Date(), folders: JSON.stringify(PAY) })
      .where("id", "=", repository)
      .execute();
    const tracker = await addSource(database, projectId, {
      kind: "tracker",
      provider: "github",
      url,
      secretId: "github",
    });
    const stored = async () => {
      const rows = await database.db
        .selectFrom("change_requests")
        .select(["id", "title"])
        .where("source_id", "=", tracker)
        .execute();
      const files = await database.db.selectFrom("request_files").select("path").execute();
      return { titles: rows.map(({ title }) => title).toSorted(), files: files.map(({ path }) => path).toSorted() };
    };
    const issues = async () =>
      Number(
        (
          await database.db
            .selectFrom("issues")
            .select((is) => is.fn.countAll().as("count"))
            .where("source_id", "=", tracker)
            .executeTakeFirstOrThrow()
        ).count,
      );
    await syncAll([tracker]);
    const kept = [inside, both, unknown].map(({ title }) => title).toSorted();
    expect(await stored()).toEqual({ titles: kept, files: ["services/pay/a.ts", "services/pay/b.ts"] });
    expect(await issues()).toBe(work.issues.length);
    // A comment changes the time of a request and not its files.
    outside.updatedAt = "2026-12-01T00:00:00.000Z";
    await syncAll([tracker]);
    expect((await stored()).titles).toEqual(kept);
    // Other folders: what was left out is read again, and a part of them needs no request to the host.
    await choose(repository, ["services"], [tracker]);
    expect((await stored()).titles).toEqual([inside, outside, both, unknown].map(({ title }) => title).toSorted());
    await choose(repository, ["services/ship"], [tracker]);
    expect(await stored()).toEqual({
      titles: [outside, both, unknown].map(({ title }) => title).toSorted(),
      files: ["services/ship/b.ts", "services/ship/b.ts"],
    });
    await choose(repository, [], [tracker]);
    expect((await stored()).titles).toEqual(requests.map(({ title }) => title).toSorted());
    expect(await database.db.selectFrom("outside_requests").selectAll().execute()).toEqual([]);
    await database.db.deleteFrom("sources").where("id", "in", [tracker, repository]).execute();
  }, 60_000);

  test("requests are announced once they are known to be in the folders, and never while they are outside", async () => {
    const { db } = database;
    work.requests.splice(0, work.requests.length, workRequest(1, { files: ["services/pay/a.ts"] }));
    const url = `${host.url}/acme/rocket`;
    const repository = await addSource(database, projectId, { kind: "repository", provider: "github", url });
    const paused = { paused_at: new Date(), folders: JSON.stringify(PAY) };
    await db.updateTable("sources").set(paused).where("id", "=", repository).execute();
    const of = { kind: "tracker", provider: "github", url, secretId: "github" } as const;
    const tracker = await addSource(database, projectId, of);
    await addSubscriber(database, projectId, ["request.opened", "request.merged"]);
    const events = async () => {
      const rows = await db
        .selectFrom("webhook_deliveries")
        .innerJoin("change_requests", "change_requests.id", "webhook_deliveries.subject_id")
        .select(["webhook_deliveries.event", "change_requests.title"])
        .execute();
      const all = await db.selectFrom("webhook_deliveries").select("id").execute();
      expect(all).toHaveLength(rows.length);
      return rows.map(({ event, title }) => `${event} ${title}`).toSorted();
    };
    let minutes = 0;
    const later = () => new Date(Date.now() + ++minutes * 60_000).toISOString();
    await syncAll([tracker]);
    expect(await events()).toEqual([]);
    const outside = workRequest(2, { files: ["services/ship/b.ts"], updatedAt: later() });
    work.requests.push(outside, workRequest(4, { files: ["services/pay/b.ts"], updatedAt: later() }));
    await syncAll([tracker]);
    const ofFour = ["request.merged Request 4", "request.opened Request 4"];
    expect(await events()).toEqual(ofFour);
    const push = async (files: string[]) => {
      await db
        .updateTable("outside_requests")
        .set({ head_hash: "a".repeat(40) })
        .execute();
      Object.assign(outside, { files, updatedAt: later() });
      await syncAll([tracker]);
    };
    await push(["services/ship/b.ts", "services/ship/c.ts"]);
    expect(await events()).toEqual(ofFour);
    await push(["services/pay/c.ts"]);
    expect(await events()).toEqual(["request.merged Request 2", ofFour[0], "request.opened Request 2", ofFour[1]]);
    const { cursor } = await db
      .selectFrom("sources")
      .select("cursor")
      .where("id", "=", tracker)
      .executeTakeFirstOrThrow();
    expect(cursor?.["unannouncedRequests"]).toEqual({});
    // One that is known to be in the folders is announced at once.
    await db.deleteFrom("webhook_deliveries").execute();
    Object.assign(work.requests[0] ?? {}, { isMerged: true, updatedAt: later() });
    await syncAll([tracker]);
    expect(await events()).toEqual(["request.merged Request 1"]);
    // A server that ended before the files were read.
    await db.deleteFrom("webhook_deliveries").execute();
    const four = db.updateTable("change_requests").set({ details_at: null }).where("title", "=", "Request 4");
    const { external_id } = await four.returning("external_id").executeTakeFirstOrThrow();
    const interrupted = JSON.stringify({ ...cursor, unannouncedRequests: { [external_id]: "open" } });
    await db.updateTable("sources").set({ cursor: interrupted }).where("id", "=", tracker).execute();
    await syncAll([tracker]);
    expect(await events()).toEqual(["request.merged Request 4"]);
  }, 60_000);
});

/** Runs a sync in a process of its own that is killed when it comes to a step. */
function runUntil(dataDir: string, allowed: string, ...point: readonly string[]): Promise<boolean> {
  const script = join(import.meta.dirname, "syncProcess.ts");
  const child = spawn(process.execPath, [script, dataDir, allowed, ...point], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal === "SIGKILL")));
}

test.runIf(isWholeRun)(
  "a server that is killed in the middle of a change ends with what an undisturbed one has",
  async () => {
    const folder = temporaryFolder();
    const storage = await makeStorage("pglite");
    const origin = join(folder.path, "origin.git");
    fillOrigin(origin);
    const open = async <T>(work: (database: OpenDb) => Promise<T>): Promise<T> => {
      const database = await openDb({ dataDir: storage.dataDir });
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    };
    try {
      const { projectId, id } = await open(async (database) => {
        await migrate(database.db);
        const made = await makeProject(database);
        return {
          projectId: made.projectId,
          id: await addSource(database, made.projectId, { kind: "repository", provider: "git", url: origin }),
        };
      });
      const state = () =>
        open(async (database) => ({
          history: await storedHistory(database, id),
          index: blobsIn(await readStoredManifest(database.db, projectId), id),
        }));
      const choose = (folders: readonly string[]) =>
        open(({ db }) =>
          db
            .updateTable("sources")
            .set({ folders: JSON.stringify(folders), sync_state: "queued" })
            .where("id", "=", id)
            .execute(),
        );
      await choose(PAY);
      expect(await runUntil(storage.dataDir, folder.path)).toBe(false);
      const expected = await state();
      await choose([]);
      expect(await runUntil(storage.dataDir, folder.path)).toBe(false);
      await choose(PAY);
      for (const step of ["files", "history", "index", "symbols"])
        expect([step, await runUntil(storage.dataDir, folder.path, id, step)]).toEqual([step, true]);
      expect(await runUntil(storage.dataDir, folder.path)).toBe(false);
      expect(await state()).toEqual(expected);
    } finally {
      await storage.remove();
      folder.remove();
    }
  },
  240_000,
);
