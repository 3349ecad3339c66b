/** Starts under faults: permissions that are too wide, damaged files, an unreachable database, and concurrent starts. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CompanyHealth } from "../../../contract/access/health.ts";
import { startSession } from "../../../server/access/sessions/sessions.ts";
import { makePrivate } from "../../../server/db/dataFolder.ts";
import { rememberBackup } from "../../../server/db/knownBackups.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { createSources } from "../../../server/sources/createSources.ts";
import { memberProcess, serverProcess, type ServerProcess } from "../growth/serverProcess.ts";
import { makeRepository } from "../sources/gitFixture.ts";
import { addCompany, addUser } from "../rows.ts";
import { makeStorage } from "../testDb.ts";
import { openTcpProxy } from "../tcpProxy.ts";
import { isWholeRun } from "../../wholeRun.ts";

const undo: (() => Promise<unknown> | void)[] = [];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-starting-"));
  undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
});
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

/** A server on `dataDir` that is ended with the test. */
async function member(environment: Readonly<Record<string, string | undefined>>): Promise<ServerProcess> {
  const server = await serverProcess({ CLEW_DIST: join(folder, "dist"), ...environment });
  undo.push(() => server.end("SIGKILL"));
  return server;
}

const filesBelow = (path: string): string[] => readdirSync(path, { recursive: true, encoding: "utf8" });
/** Paths that group or others have a right to. */
const sharedBelow = (path: string): string[] =>
  ["", ...filesBelow(path)].filter((name) => {
    const found = lstatSync(join(path, name), { throwIfNoEntry: false });
    return found !== undefined && !found.isSymbolicLink() && (found.mode & 0o077) !== 0;
  });

/** Overwrites bytes in the middle of a file. */
function damage(path: string, at: number, length: number): void {
  const handle = openSync(path, "r+");
  const bytes = Buffer.alloc(length);
  readSync(handle, bytes, 0, length, at);
  for (let place = 0; place < length; place++) bytes[place] = (bytes[place] ?? 0) ^ 0x5a;
  writeSync(handle, bytes, 0, length, at);
  closeSync(handle);
}

const isUnix = process.platform !== "win32";

describe.skipIf(!isUnix)("a data folder that others may read", () => {
  test("is closed to them, with all that is in it and all that is made later", { timeout: 120_000 }, async () => {
    const data = join(folder, "data");
    mkdirSync(join(data, "blobs", "ab"), { recursive: true });
    writeFileSync(join(data, "blobs", "ab", "old"), "private code");
    for (const path of [data, join(data, "blobs"), join(data, "blobs", "ab")]) chmodSync(path, 0o755);
    chmodSync(join(data, "blobs", "ab", "old"), 0o644);
    const outside = join(folder, "outside");
    writeFileSync(outside, "not ours", { mode: 0o644 });
    chmodSync(outside, 0o644);
    spawnSync("ln", ["-s", outside, join(data, "link")]);
    const server = await member({ CLEW_DATA: data, CLEW_DEMO: "on" });
    await server.start();
    // The mirrors of the demo are made by git, after the start.
    await expect
      .poll(() => filesBelow(data).some((name) => /mirrors\/.*\.pack$/.test(name)), { timeout: 60_000 })
      .toBe(true);
    // A running server renames completed copies, so it is stopped before the files are checked.
    await server.end("SIGTERM");
    expect(sharedBelow(data)).toEqual([]);
    expect(statSync(data).mode & 0o777).toBe(0o700);
    expect(statSync(outside).mode & 0o777).toBe(0o644);
    expect(filesBelow(data).length).toBeGreaterThan(500);
  });

  test.skipIf(process.getuid?.() !== 0)(
    "and that this user cannot close is refused with the command that does it",
    () => {
      const data = join(folder, "data");
      mkdirSync(data);
      chmodSync(data, 0o777);
      chmodSync(folder, 0o755);
      const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, "../../../server/main.ts")], {
        uid: 65534,
        gid: 65534,
        encoding: "utf8",
        env: { PATH: process.env["PATH"], CLEW_DATA: data, PORT: "0", CLEW_DEMO: "off", LOG_LEVEL: "silent" },
      });
      expect(status).toBe(1);
      expect(stderr.trim().split("\n")).toHaveLength(1);
      expect(stderr).toContain(`Other accounts of this machine may read the data folder ${data}`);
      expect(stderr).toContain(`sudo chown -R 65534 ${data} && sudo chmod -R go-rwx ${data}`);
      // The printed command fixes it.
      chownSync(data, 65534, 65534);
      chmodSync(data, 0o700);
      makePrivate(data);
    },
  );
});

describe("a damaged repository of the demo", () => {
  test("is rebuilt, and the server starts", { timeout: 180_000 }, async () => {
    const data = join(folder, "data");
    const server = await member({ CLEW_DATA: data, CLEW_DEMO: "on" });
    await server.start();
    await server.end("SIGTERM");
    const packs = join(data, "demo", "tern.git", "objects", "pack");
    const pack = readdirSync(packs).find((name) => name.endsWith(".pack")) ?? "";
    const { size } = statSync(join(packs, pack));
    chmodSync(join(packs, pack), 0o600);
    damage(join(packs, pack), Math.floor(size / 3), Math.floor(size / 3));
    await server.start();
    const check = spawnSync("git", ["-C", join(data, "demo", "tern.git"), "fsck", "--no-dangling"]);
    expect(check.status).toBe(0);
    expect(server.lines.filter((line) => line.startsWith("    at "))).toEqual([]);
  });

  test("is not shared with a mirror of it", { timeout: 60_000 }, async () => {
    const origin = join(folder, "origin.git");
    makeRepository(origin, [{ message: "one", files: { "a.ts": "export const a = 1;\n" } }]);
    const sources = createSources({ dataDir: folder, allowedNetworks: [], allowedPaths: [origin] });
    undo.push(() => sources.close());
    await sources.updateMirror("s1", { provider: "git", url: origin }, { signal: new AbortController().signal });
    const mirror = sources.mirrorFolder("s1");
    const objects = filesBelow(join(mirror, "objects")).map((name) => lstatSync(join(mirror, "objects", name)));
    const files = objects.filter((found) => found.isFile());
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter(({ nlink }) => nlink > 1)).toEqual([]);
  });
});

describe("a damaged embedded database", () => {
  test("is reported with the newest backup and the commands that restore it", { timeout: 60_000 }, async () => {
    const storage = await makeStorage("pglite");
    undo.push(() => storage.remove());
    const backup = join(folder, "2026-11-21");
    mkdirSync(backup);
    const facts = { made_at: "2026-11-21T10:00:00.000Z", is_encrypted: true, has_key: false };
    rememberBackup(storage.dataDir, { path: join(folder, "gone"), ...facts, made_at: "2026-11-20T10:00:00.000Z" });
    rememberBackup(storage.dataDir, { path: backup, ...facts });
    writeFileSync(join(storage.dataDir, "master.key"), Buffer.alloc(32, 7).toString("base64"));
    damage(join(storage.dataDir, "database", "global", "pg_control"), 0, 200);
    const server = await member({ CLEW_DATA: storage.dataDir });
    const failure = await server.start().catch((error: unknown) => error);
    const said = server.lines.filter((line) => !line.startsWith("{"));
    expect(said.join("\n"), String(failure)).toContain(
      `mv ${storage.dataDir} ${storage.dataDir}.damaged && CLEW_DATA=${storage.dataDir} npm run --silent clew -- restore ${backup} --key ${storage.dataDir}.damaged/master.key --encryption-key FILE`,
    );
    expect(said.join("\n")).toContain(`The newest known backup is ${backup}, made at 2026-11-21T10:00:00.000Z.`);
    expect(said.join("\n")).not.toContain("    at ");
    expect(server.isRunning).toBe(false);
  });

  test(
    "of which one table cannot be read starts, or reports the same when the start needs it",
    { timeout: 120_000 },
    async () => {
      const storage = await makeStorage("pglite");
      undo.push(() => storage.remove());
      const { db, close } = await openDb({ dataDir: storage.dataDir });
      for (let n = 0; n < 200; n++) {
        await sql`insert into companies (id, name, plan, subscription_status) values (${`c${n}`}, ${"n".repeat(200)}, 'Premium', 'active')`.execute(
          db,
        );
        await sql`insert into users (id, email, name, password_hash, company_role, language) values (${`u${n}`}, ${`u${n}@x.example`}, ${"n".repeat(200)}, 'x', 'Member', 'EN')`.execute(
          db,
        );
        await sql`insert into outbox (id, kind, recipient, language, subject, state, next_attempt_at) values (${`m${n}`}, 'invitation', 'x', 'EN', ${"n".repeat(200)}, 'kept', now())`.execute(
          db,
        );
      }
      const fileOf = async (table: string): Promise<string> => {
        const { rows } = await sql<{ path: string }>`select pg_relation_filepath(${table}::regclass) as path`.execute(
          db,
        );
        return join(storage.dataDir, "database", rows[0]?.path ?? "");
      };
      const [users, outbox] = [await fileOf("users"), await fileOf("outbox")];
      const companyId = await addCompany(db);
      const admin = await addUser(db, { companyId: companyId, role: "Admin" });
      const turkish = await addUser(db, { companyId: companyId, role: "Admin" });
      await db.updateTable("users").set({ language: "TR" }).where("id", "=", turkish).execute();
      const tokens = { en: await startSession(db, admin), tr: await startSession(db, turkish) };
      await sql`checkpoint`.execute(db);
      await close();
      const copy = join(folder, "copy");
      cpSync(storage.dataDir, copy, { recursive: true });

      // The start does not read it.
      damage(outbox, 0, statSync(outbox).size);
      const server = await member({ CLEW_DATA: storage.dataDir });
      await server.start();
      expect((await fetch(`${server.url}/api/v1/health/ready/`)).status).toBe(200);

      // Requests that need it get an error with instructions, all others succeed, and the Admin's page shows it.
      const ask = async (path: string, language: "en" | "tr" = "en", body?: unknown) => {
        const response = await fetch(`${server.url}/api/v1/${path}`, {
          method: body === undefined ? "GET" : "POST",
          headers: {
            authorization: `Token ${tokens[language]}`,
            ...(body !== undefined && { "content-type": "application/json" }),
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
      };
      const invite = (language: "en" | "tr") =>
        ask(`companies/${companyId}/invitations/`, language, { email: "guest@example.org", role: "Member" });
      expect(await ask("users/me/")).toMatchObject({ status: 200 });
      expect(await invite("en")).toMatchObject({
        status: 503,
        answer: {
          detail:
            "A part of the server’s database is damaged, and this cannot be read or stored. The operator has to restore a backup.",
          code: "server.database_damaged",
        },
      });
      expect((await invite("tr")).answer["detail"]).toContain("hasarlı");
      const health = await ask(`companies/${companyId}/health/`);
      expect(health.status).toBe(200);
      expect(CompanyHealth.parse(health.answer)).toMatchObject({
        state: "bad",
        database: { state: "bad", damaged_at: expect.any(String) as unknown },
      });
      expect(server.lines.filter((line) => /^\s+at /.test(line))).toEqual([]);
      expect(server.isRunning).toBe(true);
      await server.end("SIGKILL");

      damage(users.replace(storage.dataDir, copy), 0, statSync(users).size);
      const another = await member({ CLEW_DATA: copy });
      await another.start().catch(() => undefined);
      const said = another.lines.filter((line) => !line.startsWith("{")).join("\n");
      expect(said).toContain("The database is damaged: ");
      expect(said).toContain("npm run --silent clew -- restore BACKUP");
      expect(said).not.toContain("    at ");
    },
  );
});

const hasPostgres = process.env["TEST_DATABASE_URL"] !== undefined;

describe.skipIf(!hasPostgres)("processes on one empty PostgreSQL (skipped without one)", () => {
  test.each(["on", "off"] as const)(
    "start together with the demo %s, and none dies",
    { timeout: 240_000 },
    async (demo) => {
      const storage = await makeStorage("postgres", { isEmpty: true });
      undo.push(() => storage.remove());
      const names = ["w1", "w2", "k1", "k2", "k3"];
      const members = await Promise.all(
        names.map((name) =>
          memberProcess(folder, storage.databaseUrl, name, {
            CLEW_ROLE: name.startsWith("w") ? "web" : "worker",
            CLEW_DEMO: demo,
          }),
        ),
      );
      undo.push(() => Promise.all(members.map((server) => server.end("SIGKILL"))));
      const started = await Promise.allSettled(members.map((server) => server.start()));
      expect(started.filter(({ status }) => status === "rejected")).toEqual([]);
      const { db, close } = await openDb(storage);
      const companies = await db.selectFrom("companies").select("name").execute();
      const users = await db.selectFrom("users").select("email").execute();
      const projects = await db.selectFrom("projects").select("name").execute();
      await close();
      expect(companies).toHaveLength(1);
      expect([users.length, projects.length]).toEqual(demo === "on" ? [2, 2] : [0, 0]);
      expect(members.flatMap(({ lines }) => lines).filter((line) => line.startsWith("    at "))).toEqual([]);
    },
  );

  test.runIf(isWholeRun)(
    "wait for it while it is away, also when it goes in the middle of the start",
    { timeout: 240_000 },
    async () => {
      const storage = await makeStorage("postgres", { isEmpty: true });
      undo.push(() => storage.remove());
      const url = new URL(storage.databaseUrl ?? "");
      const wire = await openTcpProxy(Number(url.port));
      undo.push(() => wire.close());
      url.port = String(wire.port);
      wire.refuse = true;
      const server = await memberProcess(folder, url.href, "k1", { CLEW_ROLE: "worker" });
      undo.push(() => server.end("SIGKILL"));
      const started = server.start();
      const waits = () => server.lines.filter((line) => line.startsWith("Waiting for the database: "));
      await expect.poll(() => waits().length, { timeout: 60_000 }).toBeGreaterThan(2);
      // From now on each connection is cut a little later in the start than the one before.
      for (let bytes = 100; bytes < 60_000; bytes *= 2) wire.cutAnswerAfter.push(bytes);
      wire.refuse = false;
      await started;
      expect(server.lines.filter((line) => line.startsWith("    at "))).toEqual([]);
      expect(waits().length).toBeLessThan(30);
      expect(waits().every((line) => !line.includes(url.password))).toBe(true);
    },
  );

  test("refuse a wrong password at once", { timeout: 60_000 }, async () => {
    const storage = await makeStorage("postgres", { isEmpty: true });
    undo.push(() => storage.remove());
    const url = new URL(storage.databaseUrl ?? "");
    url.password = "wrong";
    const server = await memberProcess(folder, url.href, "k1", { CLEW_ROLE: "worker" });
    undo.push(() => server.end("SIGKILL"));
    await expect(server.start()).rejects.toThrow(
      "The database at DATABASE_URL does not answer: password authentication failed",
    );
  });
});

test("a file of known backups that is damaged counts as none", () => {
  writeFileSync(join(folder, "backups.json"), "{");
  rememberBackup(folder, { path: "/b", made_at: "2026-11-21T10:00:00.000Z", is_encrypted: false, has_key: true });
  expect(JSON.parse(readFileSync(join(folder, "backups.json"), "utf8"))).toHaveLength(1);
  expect(statSync(join(folder, "backups.json")).mode & 0o777).toBe(0o600);
});
