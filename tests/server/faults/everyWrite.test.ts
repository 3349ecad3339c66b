/**
 * Every kind of write below the data folder fails in turn, as the tests of SQLite do it: nothing acknowledged is lost, nothing damaged is
 * taken for whole, what people see is a sentence, and the next sync mends it. The gate takes a sample that is always the same;
 * `FAULTS=all npx vitest run --project server tests/server/faults/everyWrite.test.ts` takes every kind with every fault at three places,
 * and `FAULTS=3/20` the third of twenty parts of them.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSession } from "../../../server/access/sessions/sessions.ts";
import { verifyBackup } from "../../../server/cli/backup/verify.ts";
import { sendToRunningServer } from "../../../server/cli/operator/adminSocket.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { serverProcess, type ServerProcess } from "../growth/serverProcess.ts";
import { makeRepository } from "../sources/gitFixture.ts";
import { addSource, makeProject } from "../sync/syncFixture.ts";
import { makeStorage, type TestStorage } from "../testDb.ts";
import type { Control, How } from "./failingDisk.ts";

const FAULTS: readonly How[] = ["ENOSPC", "EIO", "short", "EROFS", "torn"];
const { FAULTS: selected = "" } = process.env;
const isAll = selected !== "";
/** Which of how many parts; the whole is one of one. */
const [part = 1, parts = 1] = /^\d+\/\d+$/.test(selected) ? selected.split("/").map(Number) : [];
/** Number of kinds of writes that the gate tests: at work, by a backup alone, and at a start. */
const SAMPLE = { work: 13, backup: 3, start: 2 };
/** Milliseconds until a request or a sync counts as stuck. */
const ANSWER_MS = 60_000;

let folder: string;
let storage: TestStorage;
let control: string;
let server: ServerProcess;
let token: string;
let companyId: string;
let sourceId: string;
let mirror: string;
const acknowledged = new Set<string>();
let turn = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-every-write-"));
  mkdirSync(join(folder, "backups"));
  control = join(folder, "control");
  set({ mode: "off" });
  storage = await makeStorage("pglite");
  const database = await openDb(storage);
  const project = await makeProject(database);
  companyId = project.companyId;
  token = await startSession(database.db, project.userId);
  commit();
  sourceId = await addSource(database, project.projectId, {
    kind: "repository",
    provider: "git",
    url: join(folder, "origin.git"),
  });
  await database.close();
  mirror = join(storage.dataDir, "mirrors", `${sourceId}.git`);
  server = await serverProcess({
    CLEW_DATA: storage.dataDir,
    CLEW_DIST: join(folder, "dist"),
    CLEW_ALLOWED_PATHS: folder,
    NODE_OPTIONS: `--require=${join(import.meta.dirname, "failingDisk.ts")}`,
    DISK_BELOW: storage.dataDir,
    DISK_CONTROL: control,
  });
});
afterAll(async () => {
  await server.end("SIGKILL");
  await storage.remove();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

const set = (to: Control): void => {
  rmSync(`${control}.fired`, { force: true });
  // A counter to tell two controls that say the same from each other. The server reads it at any time, and never a part of it.
  writeFileSync(`${control}.new`, JSON.stringify({ ...to, turn: (turn += 1) }));
  renameSync(`${control}.new`, control);
};
const wordNow = (): string => `ariadne${turn}`;
let commits = 0;
let word = "";
/** The server has accepted the request to read the last commit: from then on it must be found without another one. */
let isSyncAccepted = false;

/** A new commit with a word that no other one has. */
function commit(): void {
  commits += 1;
  isSyncAccepted = false;
  word = wordNow() + "x".repeat(commits % 3);
  const origin = join(folder, "origin.git");
  const change = {
    message: `change ${word}`,
    files: { [`src/f${commits}.ts`]: `export const ${word} = ${commits};\n` },
  };
  rmSync(origin, { recursive: true, force: true });
  history.push(change);
  makeRepository(origin, history);
}
const history: { message: string; files: Record<string, string> }[] = [];

async function ask(method: string, path: string, body?: unknown) {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: {
      authorization: `Token ${token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const text = await response.text();
  // The general failure has no useful message: each of these has a sentence.
  if (response.status >= 500) expect([path, response.status, text]).toEqual([path, 503, expect.stringMatching(/[.]"/)]);
  return { status: response.status, text };
}
interface SyncState {
  readonly state: string;
  readonly error: string | null;
}
async function syncState(): Promise<SyncState> {
  const { text } = await ask("GET", "projects/atlas/");
  return (
    (JSON.parse(text) as { repositories: { sync: SyncState }[] }).repositories[0]?.sync ?? { state: "", error: "" }
  );
}
async function synced(): Promise<SyncState> {
  for (const startedAt = Date.now(); ;) {
    const sync = await syncState();
    if (sync.state === "ready" || sync.state === "failed" || sync.error !== null) return sync;
    if (Date.now() - startedAt > ANSWER_MS) throw new Error(`The sync is stuck: ${JSON.stringify(sync)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function requestSync(): Promise<void> {
  isSyncAccepted = (await ask("POST", "projects/atlas/sync/")).status === 202;
}

/** What people and the operator do. Whatever fails may fail; what is acknowledged is remembered. */
async function work({ isWithBackup = false, isFresh = false }): Promise<void> {
  commit();
  if (isFresh)
    for (const path of [mirror, join(storage.dataDir, "stores")]) rmSync(path, { recursive: true, force: true });
  const email = `guest${commits}@example.org`;
  const invited = await ask("POST", `companies/${companyId}/invitations/`, { email, role: "Member" });
  if (invited.status === 201) acknowledged.add(email);
  await requestSync();
  const { error } = await synced();
  expect(error ?? "").not.toContain("Something went wrong");
  await ask("GET", `projects/atlas/search/?q=${word}`);
  if (!isWithBackup) return;
  const to = join(storage.dataDir, "backups", `b${commits}`);
  const outcome = await sendToRunningServer(storage.dataDir, ["backup", to]);
  const isMade = outcome?.status === 0;
  // Undefined: the server has ended, and says its own sentence.
  expect(isMade ? "Made." : (outcome?.err ?? "Ended.")).toMatch(/\.\n?$/);
  expect(existsSync(to) || !isMade).toBe(true);
}

/** All is as if the disk had never failed. */
async function isWhole(): Promise<void> {
  await expect
    .poll(
      async () => {
        const now = await syncState();
        if (now.state === "ready" && isSyncAccepted)
          return (await ask("GET", `projects/atlas/search/?q=${word}`)).text.includes(`src/f`);
        if (now.state === "failed" || now.error !== null || now.state === "ready") await requestSync();
        return now;
      },
      { timeout: 40_000, interval: 200 },
    )
    .toBe(true);
  const { text } = await ask("GET", `companies/${companyId}/invitations/`);
  expect([...acknowledged].filter((email) => !text.includes(email))).toEqual([]);
  const { status, stderr } = spawnSync("git", ["-C", mirror, "fsck", "--no-dangling"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, expect.not.stringContaining("error")]);
  // A blob has its name only with its own bytes.
  const blobs = join(storage.dataDir, "blobs");
  const wrong = readdirSync(blobs, { recursive: true, withFileTypes: true }).filter((entry) => {
    const name = entry.parentPath.slice(-2) + entry.name;
    if (!entry.isFile() || !/^[0-9a-f]{64}$/.test(name)) return false;
    return (
      createHash("sha256")
        .update(readFileSync(join(entry.parentPath, entry.name)))
        .digest("hex") !== name
    );
  });
  expect(wrong).toEqual([]);
  expect((await Array.fromAsync(createFileBlobs(blobs).list())).length).toBeGreaterThan(0);
  const backups = join(storage.dataDir, "backups");
  for (const name of existsSync(backups) ? readdirSync(backups) : []) {
    if (name.endsWith(".part")) continue;
    expect((await verifyBackup(join(backups, name))).isRight, name).toBe(true);
    rmSync(join(backups, name), { recursive: true });
  }
}

/** Starts it again where it has ended, which it does with a sentence and never with a stack. */
async function revive(from: number): Promise<boolean> {
  const isReady = await fetch(`${server.url}/api/v1/health/ready/`).then(
    ({ ok }) => ok,
    () => false,
  );
  // It is ending: the sentence may come after the connections were cut.
  await expect.poll(() => isReady || !server.isRunning).toBe(true);
  const said = server.lines.slice(from).filter((line) => !line.startsWith("{"));
  expect(said.filter((line) => /^\s+at |Unhandled|uncaught/i.test(line))).toEqual([]);
  if (server.isRunning) return false;
  expect(said.at(-1) ?? "").toMatch(/\.$/);
  set({ mode: "off" });
  await server.start();
  return true;
}

/** Lists the kinds of operations while `during` runs, each with how often it came. */
async function counted(during: () => Promise<unknown>): Promise<Map<string, number>> {
  rmSync(`${control}.log`, { force: true });
  set({ mode: "count" });
  await during();
  set({ mode: "off" });
  const kinds = new Map<string, number>();
  for (const kind of readFileSync(`${control}.log`, "utf8").trim().split("\n")) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return kinds;
}

interface Case {
  readonly kind: string;
  readonly nth: number;
  readonly how: How;
  readonly stays: boolean;
}
function casesOf(kinds: ReadonlyMap<string, number>, most: number): Case[] {
  const all = [...kinds].toSorted(([a], [b]) => a.localeCompare(b));
  const whole = all.flatMap(([kind, count]) =>
    [...new Set([1, Math.ceil(count / 2), count])].flatMap((nth) =>
      FAULTS.map((how, at) => ({ kind, nth, how, stays: at % 2 === 0 })),
    ),
  );
  if (isAll) return whole.filter((_, at) => at % parts === part - 1);
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(most, all.length) }, (_, at) => {
    const [kind = "", count = 1] = all[Math.floor(at * step)] ?? [];
    const nth = at % 2 === 0 ? 1 : Math.ceil(count / 2);
    return { kind, nth, how: FAULTS[at % FAULTS.length] ?? "EIO", stays: at % 2 === 0 };
  });
}

test(
  "each write that fails leaves what was acknowledged, is reported, and is repaired by the next sync",
  { timeout: isAll ? 6 * 60 * 60_000 : 240_000 },
  async () => {
    const atStart = await counted(() => server.start());
    await expect.poll(async () => (await syncState()).state, { timeout: 60_000 }).toBe("ready");
    const atWork = await counted(() => work({ isFresh: true }));
    const atBackup = await counted(() => work({ isWithBackup: true }));
    for (const kind of atWork.keys()) atBackup.delete(kind);
    await isWhole();
    expect(Math.min(atWork.size, atBackup.size)).toBeGreaterThan(12);
    const fired: string[] = [];
    const died: string[] = [];
    for (const one of [...casesOf(atWork, SAMPLE.work), ...casesOf(atBackup, SAMPLE.backup)]) {
      const name = JSON.stringify(one);
      const from = server.lines.length;
      set({ mode: "fail", ...one });
      const how = { isWithBackup: atBackup.has(one.kind), isFresh: /mirrors|stores/.test(one.kind) };
      await work(how).catch((error: unknown) => {
        // A server that ends cuts its connections.
        if (!(error instanceof TypeError)) throw new Error(name, { cause: error });
      });
      if (existsSync(`${control}.fired`)) fired.push(one.kind);
      set({ mode: "off" });
      try {
        if (await revive(from)) died.push(name);
        await isWhole();
      } catch (error) {
        throw new Error(`${name}: ${server.lines.slice(from).join("\n").slice(-3000)}`, { cause: error });
      }
    }
    // A part may have cases that a server survives, or that never come about.
    expect(fired.length).toBeGreaterThan(parts === 1 ? 6 : 0);
    expect(died.length).toBeGreaterThanOrEqual(parts === 1 ? 1 : 0);

    for (const one of casesOf(atStart, SAMPLE.start)) {
      const name = JSON.stringify(one);
      await server.end("SIGTERM");
      const from = server.lines.length;
      set({ mode: "fail", ...one });
      await server.start().catch(() => undefined);
      set({ mode: "off" });
      try {
        await revive(from);
        await isWhole();
      } catch (error) {
        throw new Error(`at the start ${name}: ${server.lines.slice(from).join("\n").slice(-3000)}`, { cause: error });
      }
    }
  },
);
