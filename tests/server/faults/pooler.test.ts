/** Behind a pooler in transaction mode no session outlives a transaction: no NOTIFY, no session lock. Everything works by polling. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { startSession } from "../../../server/access/sessions/sessions.ts";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { publish } from "../../../server/events/publish.ts";
import { makeRepository } from "../sources/gitFixture.ts";
import { addSource, makeProject } from "../sync/syncFixture.ts";
import { makeStorage } from "../testDb.ts";
import { freePort } from "../../../scripts/freePort.ts";
import { memberProcess } from "../growth/serverProcess.ts";
import { verbatim } from "../../../server/messages/messages.ts";

const PROGRAM = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"].find((path) =>
  existsSync(path),
);
const isHere = PROGRAM !== undefined && process.env["TEST_DATABASE_URL"] !== undefined;
const undo: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

/** @returns the same address, by way of the pooler */
async function startPooler(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), "clew-pooler-"));
  const port = await freePort();
  writeFileSync(
    join(folder, "pooler.ini"),
    `[databases]
* = host=127.0.0.1 port=${url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, "users.txt")}
pool_mode = transaction
default_pool_size = 6
max_client_conn = 200
ignore_startup_parameters = extra_float_digits,application_name
`,
  );
  writeFileSync(join(folder, "users.txt"), `"${url.username}" "${url.password}"\n`);
  for (const name of ["", "pooler.ini", "users.txt"]) chmodSync(join(folder, name), 0o755);
  // It does not run as root.
  const owner = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const child: ChildProcess = spawn(PROGRAM ?? "", [join(folder, "pooler.ini")], { ...owner, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  undo.push(async () => {
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  await expect
    .poll(
      () =>
        new Promise<boolean>((resolve) => {
          const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
          socket.on("connect", () => socket.destroy());
        }),
    )
    .toBe(true);
  url.port = String(port);
  return url.href;
}

describe.skipIf(!isHere)("behind a pooler in transaction mode (skipped where PgBouncer is not installed)", () => {
  test("users sign in, sockets receive events and sources are copied", { timeout: 240_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "clew-pooled-"));
    undo.push(() => rmSync(folder, { recursive: true, force: true }));
    const storage = await makeStorage("postgres", { isEmpty: true });
    undo.push(() => storage.remove());
    const database = await openDb(storage);
    undo.push(() => database.close());
    await migrate(database.db);
    const { projectId, userId } = await makeProject(database);
    const token = await startSession(database.db, userId);
    makeRepository(join(folder, "origin.git"), [{ message: "one", files: { "a.ts": "export const ariadne = 1;\n" } }]);
    const pooled = await startPooler(storage.databaseUrl ?? "");
    const web = await memberProcess(folder, pooled, "web", { CLEW_ROLE: "web" });
    const worker = await memberProcess(folder, pooled, "worker", { CLEW_ROLE: "worker" });
    undo.push(() => Promise.all([web.end("SIGKILL"), worker.end("SIGKILL")]));
    await Promise.all([web.start(), worker.start()]);

    const heard: string[] = [];
    const socket = new WebSocket(`${web.url.replace("http", "ws")}/ws/notifications/?token=${token}`);
    undo.push(() => socket.close());
    socket.addEventListener("message", ({ data }) => heard.push((JSON.parse(String(data)) as { title: string }).title));
    await new Promise((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("close", () => reject(new Error("The socket was refused.")));
    });
    const say = () => publish(database.db, { userId, type: "sync.finished", title: verbatim("heard by polling") });
    await expect.poll(async () => [await say(), [...heard]][1], { interval: 1000 }).toContain("heard by polling");

    const id = await addSource(database, projectId, {
      kind: "repository",
      provider: "git",
      url: join(folder, "origin.git"),
    });
    const headers = { authorization: `Token ${token}` };
    const response = await fetch(`${web.url}/api/v1/projects/atlas/sync/`, { method: "POST", headers });
    expect(response.status).toBe(202);
    await expect
      .poll(() => database.db.selectFrom("sources").select("sync_state").where("id", "=", id).executeTakeFirst(), {
        timeout: 60_000,
      })
      .toEqual({ sync_state: "ready" });
    await expect
      .poll(async () => (await fetch(`${web.url}/api/v1/projects/atlas/search/?q=ariadne`, { headers })).text())
      .toContain("a.ts");
  });
});
