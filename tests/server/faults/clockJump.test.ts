/**
 * The clock of a running server is set forward and back, by an hour and by years, as on a machine whose clock was wrong: no job runs twice
 * at once or waits until the clock has caught up, nothing is lost, and no user is locked out for the length of the jump.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../../../server/access/passwords/passwords.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { serverProcess, type ServerProcess } from "../growth/serverProcess.ts";
import { addSource, makeProject } from "../sync/syncFixture.ts";
import { makeStorage, type TestStorage } from "../testDb.ts";
import { isWholeRun } from "../../wholeRun.ts";

const HOUR = 60 * 60 * 1000;
const YEAR = 365 * 24 * HOUR;
const PASSWORD = "a thread through the labyrinth";
const SIGN_IN_WINDOW_S = 15 * 60;

let folder: string;
let storage: TestStorage;
let server: ServerProcess;
let email: string;
let companyId: string;
/** Requests of git that the host of the source has not answered yet. */
const held = new Set<ServerResponse>();
let most = 0;
let requestCount = 0;
const host = createServer((_request: IncomingMessage, response: ServerResponse) => {
  requestCount += 1;
  held.add(response);
  most = Math.max(most, held.size);
  response.once("close", () => held.delete(response));
});
const release = (): void => {
  for (const response of held) response.writeHead(404).end();
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-clock-"));
  setClock(0);
  host.listen(0, "127.0.0.1");
  await once(host, "listening");
  const address = host.address();
  storage = await makeStorage("pglite");
  const database = await openDb(storage);
  const project = await makeProject(database);
  companyId = project.companyId;
  const user = await database.db
    .updateTable("users")
    .set({ password_hash: await hashPassword(PASSWORD) })
    .where("id", "=", project.userId)
    .returning("email")
    .executeTakeFirstOrThrow();
  email = user.email;
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await addSource(database, project.projectId, {
    kind: "repository",
    provider: "git",
    url: `http://127.0.0.1:${port}/origin.git`,
  });
  await database.close();
  server = await serverProcess({
    CLEW_DATA: storage.dataDir,
    CLEW_DIST: join(folder, "dist"),
    CLEW_ALLOWED_NETWORKS: "127.0.0.0/8",
    NODE_OPTIONS: `--require=${join(import.meta.dirname, "jumpingClock.ts")}`,
    CLOCK_CONTROL: join(folder, "clock"),
  });
  await server.start();
}, 60_000);
afterAll(async () => {
  release();
  await server.end("SIGKILL");
  host.closeAllConnections();
  host.close();
  await storage.remove();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

const setClock = (ahead: number): void => writeFileSync(join(folder, "clock"), String(ahead));

async function ask(method: string, path: string, token?: string, body?: unknown) {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Token ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = (text === "" ? {} : JSON.parse(text)) as Record<string, unknown>;
  return { status: response.status, answer, retryAfter: Number(response.headers.get("retry-after")) };
}

async function signIn(): Promise<string> {
  const { status, answer } = await ask("POST", "users/login/", undefined, { email, password: PASSWORD });
  expect([status, answer]).toEqual([200, expect.objectContaining({ token: expect.any(String) })]);
  return String(answer["token"]);
}
const syncState = async (token: string): Promise<string> => {
  const { answer } = await ask("GET", "projects/atlas/", token);
  return (answer as { repositories: { sync: { state: string } }[] }).repositories[0]?.sync.state ?? "";
};
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test.runIf(isWholeRun)(
  "jobs, sessions, limits and sockets live through jumps in both directions",
  { timeout: 400_000 },
  async () => {
    const first = await signIn();
    let ahead = 0;
    for (const jump of [3 * YEAR, -HOUR, -4 * YEAR, HOUR]) {
      const name = `a jump of ${jump / HOUR} hours`;
      // A sync is in the middle of its work when the clock jumps.
      const before = await signIn();
      await expect.poll(() => held.size, { timeout: 60_000, message: name }).toBe(1);
      most = 0;
      ahead += jump;
      setClock(ahead);
      const token = await signIn();
      // Longer than the queue needs to look through its jobs and to hand one out again.
      await pause(12_000);
      expect(Math.max(most, held.size), `${name}: one job at once`).toBe(1);
      const askedBefore = requestCount;
      release();
      await expect.poll(() => syncState(token), { timeout: 60_000, message: name }).toBe("failed");
      // What is asked for by the new clock is done by it.
      expect((await ask("POST", "projects/atlas/sync/", token)).status).toBe(202);
      await expect.poll(() => requestCount > askedBefore && held.size, { timeout: 60_000, message: name }).toBe(1);
      // A session that was made before lives on, where the clock is not beyond its end.
      const isEnded = jump > YEAR;
      expect((await ask("GET", "users/me/", before)).status, name).toBe(isEnded ? 401 : 200);
      const guest = `guest${Math.abs(ahead)}x${jump}@example.org`;
      const invited = await ask("POST", `companies/${companyId}/invitations/`, token, { email: guest, role: "Member" });
      expect(invited.status, name).toBe(201);
      const ticket = await ask("POST", "users/me/socket-ticket/", token);
      expect([name, ticket.status]).toEqual([name, expect.toSatisfy((status: number) => status < 300)]);
    }
    // The clock is right again: nothing was deleted.
    setClock(0);
    await pause(100);
    expect((await ask("GET", "users/me/", first)).status).toBe(200);
    release();

    // A limit that was reached by a clock in the future holds for its window and not for the length of the jump.
    setClock(3 * YEAR);
    await pause(100);
    const wrong = () => ask("POST", "users/login/", undefined, { email, password: "wrong words for this door" });
    for (let attempt = 0; attempt < 10; attempt += 1) await wrong();
    expect(await wrong()).toMatchObject({ status: 429 });
    setClock(0);
    await pause(100);
    const { status, retryAfter } = await wrong();
    expect([status, retryAfter <= SIGN_IN_WINDOW_S]).toEqual([429, true]);
    setClock(HOUR);
    await pause(100);
    await signIn();
  },
);
