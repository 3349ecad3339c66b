/** A PostgreSQL that is cut off, slow, silent or restarted under a running server: clear errors meanwhile, and recovery without a restart. */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startSession } from "../../../server/access/sessions/sessions.ts";
import { checkMasterKey } from "../../../server/access/keys/masterKeyFingerprint.ts";
import { prepareDataFolder } from "../../../server/db/dataFolder.ts";
import { isOutage } from "../../../server/db/databaseErrors.ts";
import { openDb } from "../../../server/db/openDb.ts";
import type { OpenDb } from "../../../server/db/openedDb.ts";
import { publish } from "../../../server/events/publish.ts";
import { type ServerProcess, serverProcess } from "../growth/serverProcess.ts";
import { makeRepository } from "../sources/gitFixture.ts";
import { addSource, makeProject } from "../sync/syncFixture.ts";
import { makeStorage, openTestDb, type TestStorage } from "../testDb.ts";
import { openTcpProxy, type TcpProxy } from "../tcpProxy.ts";
import { verbatim } from "../../../server/messages/messages.ts";

const WORDS = "The server cannot reach its data at the moment. Try again in a few seconds.";

describe.skipIf(process.env["TEST_DATABASE_URL"] === undefined)("a PostgreSQL that comes and goes", () => {
  let folder: string;
  let storage: TestStorage;
  let database: OpenDb;
  let wire: TcpProxy;
  let server: ServerProcess;
  let token: string;
  let project: Awaited<ReturnType<typeof makeProject>>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "clew-outage-"));
    storage = await makeStorage("postgres");
    // The test's own way to the database does not go over the wire.
    database = await openDb(storage);
    project = await makeProject(database);
    token = await startSession(database.db, project.userId);
    const url = new URL(storage.databaseUrl ?? "");
    wire = await openTcpProxy(Number(url.port));
    url.port = String(wire.port);
    server = await serverProcess({
      CLEW_DATA: join(folder, "data"),
      CLEW_DIST: join(folder, "dist"),
      CLEW_ALLOWED_PATHS: folder,
      DATABASE_URL: url.href,
    });
    await server.start();
  });
  afterEach(() => {
    Object.assign(wire, { refuse: false, mute: false, delay: 0 });
  });
  afterAll(async () => {
    await server.end("SIGKILL");
    await wire.close();
    await database.close();
    await storage.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const ask = async (path: string, language = "en") => {
    const headers = { authorization: `Token ${token}`, "accept-language": language };
    const response = await fetch(`${server.url}/api/v1/${path}`, { headers });
    return {
      status: response.status,
      retryAfter: response.headers.get("retry-after"),
      detail: ((await response.json()) as { detail?: string }).detail,
    };
  };

  test(
    "refuses requests with a time to retry, in both languages, and answers them again afterwards",
    { timeout: 60_000 },
    async () => {
      expect(await ask("users/me/")).toMatchObject({ status: 200 });
      wire.refuse = true;
      wire.cut();
      expect(await ask("users/me/")).toEqual({ status: 503, retryAfter: "3", detail: WORDS });
      expect((await ask("users/me/", "tr")).detail).toBe(
        "Sunucu şu anda verilerine ulaşamıyor. Birkaç saniye sonra yeniden deneyin.",
      );
      expect((await ask("projects/atlas/search/?q=x")).status).toBe(503);
      expect((await ask("health/live/")).status).toBe(200);
      expect((await ask("health/ready/")).status).toBe(503);
      wire.refuse = false;
      await expect.poll(async () => (await ask("users/me/")).status).toBe(200);
      await expect.poll(async () => (await ask("health/ready/")).status).toBe(200);
      expect(server.isRunning).toBe(true);
    },
  );

  test(
    "a database that ends every session, as a restart does, is met by no more than a try",
    { timeout: 60_000 },
    async () => {
      const statuses = new Set<number>();
      let isOver = false;
      const load = Promise.all(
        Array.from({ length: 4 }, async () => {
          while (!isOver) statuses.add((await ask("users/me/")).status);
        }),
      );
      for (let round = 0; round < 4; round += 1) {
        await new Promise((resolve) => setTimeout(resolve, 300));
        await database
          .run(
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'test'",
          )
          .catch(() => undefined);
      }
      isOver = true;
      await load;
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect(statuses).toContain(200);
      await expect.poll(async () => (await ask("users/me/")).status).toBe(200);
      expect(server.isRunning).toBe(true);
    },
  );

  test(
    "one that accepts connections and does not answer does not block a request indefinitely",
    { timeout: 60_000 },
    async () => {
      const { count } = wire;
      wire.mute = true;
      wire.cut();
      // A request before the server has noticed gets a cut connection and fails at once; the first test covers that.
      // A new connection on the wire shows that the server has noticed.
      await expect.poll(() => wire.count).toBeGreaterThan(count);
      const taken = wire.count;
      expect(await ask("users/me/")).toEqual({ status: 503, retryAfter: "3", detail: WORDS });
      expect(wire.count).toBeGreaterThan(taken);
      wire.mute = false;
      wire.cut();
      await expect.poll(async () => (await ask("users/me/")).status).toBe(200);
    },
  );

  test("a slow one makes answers slow, and not wrong", { timeout: 60_000 }, async () => {
    wire.delay = 40;
    expect(await ask("users/me/")).toMatchObject({ status: 200 });
    expect((await ask("projects/")).status).toBe(200);
  });

  test("sockets receive events, and jobs run, as before", { timeout: 90_000 }, async () => {
    const heard: unknown[] = [];
    const socket = new WebSocket(`${server.url.replace("http", "ws")}/ws/notifications/?token=${token}`);
    socket.addEventListener("message", ({ data }) => heard.push((JSON.parse(String(data)) as { title: string }).title));
    await new Promise((resolve) => socket.addEventListener("open", resolve));
    const say = (title: string) =>
      publish(database.db, { userId: project.userId, type: "sync.finished", title: verbatim(title) });
    // An open socket is one that has been let in only when it receives something.
    await expect.poll(async () => [await say("hello"), [...heard]][1], { interval: 500 }).toContain("hello");
    wire.refuse = true;
    wire.cut();
    await say("said while it was away");
    await new Promise((resolve) => setTimeout(resolve, 1000));
    wire.refuse = false;
    await expect.poll(() => heard).toContain("said while it was away");
    socket.close();

    makeRepository(join(folder, "origin.git"), [{ message: "one", files: { "a.ts": "export const a = 1;\n" } }]);
    const id = await addSource(database, project.projectId, {
      kind: "repository",
      provider: "git",
      url: join(folder, "origin.git"),
    });
    const response = await fetch(`${server.url}/api/v1/projects/atlas/sync/`, {
      method: "POST",
      headers: { authorization: `Token ${token}` },
    });
    expect(response.status).toBe(202);
    // In the middle of it, again.
    wire.cut();
    await expect
      .poll(() => database.db.selectFrom("sources").select("sync_state").where("id", "=", id).executeTakeFirst(), {
        timeout: 60_000,
      })
      .toEqual({ sync_state: "ready" });
  });
});

describe("what counts as an outage", () => {
  test.each([
    [Object.assign(new Error("x"), { code: "ECONNREFUSED" }), true],
    [Object.assign(new Error("terminating connection"), { code: "57P01" }), true],
    [new Error("Connection terminated unexpectedly"), true],
    [new AggregateError([Object.assign(new Error("x"), { code: "ECONNREFUSED" })]), true],
    [new Error("outside", { cause: Object.assign(new Error("x"), { code: "53300" }) }), true],
    [Object.assign(new Error("duplicate key"), { code: "23505" }), false],
    [new TypeError("undefined is not a function"), false],
    ["a string", false],
  ])("%s: %s", (error, expected) => {
    expect(isOutage(error)).toBe(expected);
  });
});

describe("a data folder", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "clew-folder-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("that cannot be written is reported before anything is opened", async () => {
    const data = join(folder, "data");
    mkdirSync(data);
    chmodSync(data, 0o500);
    // Permissions do not apply to root: then another user tries.
    const asNobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    chmodSync(folder, 0o755);
    const main = join(import.meta.dirname, "../../../server/main.ts");
    const { status, stderr } = spawnSync(process.execPath, [main], {
      ...asNobody,
      encoding: "utf8",
      env: { PATH: process.env["PATH"], CLEW_DATA: data, PORT: "0", CLEW_DEMO: "off", LOG_LEVEL: "silent" },
    });
    expect(stderr.trim()).toBe(
      `The data folder ${data} cannot be written: this user has no right to. CLEW_DATA names another one.`,
    );
    expect(status).toBe(1);
    expect(() => prepareDataFolder(join(main, "data"))).toThrow("a part of its path is a file");
  });
});

test("processes with different keys on one database are refused, and not let to store what others cannot read", async () => {
  const database = await openTestDb();
  try {
    await checkMasterKey(database.db, Buffer.alloc(32, 1));
    await checkMasterKey(database.db, Buffer.alloc(32, 1));
    await expect(checkMasterKey(database.db, Buffer.alloc(32, 2))).rejects.toThrow(
      "The secrets in this database are sealed with another master key.",
    );
  } finally {
    await database.close();
  }
});
