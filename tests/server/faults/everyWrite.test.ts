/**
 * Every kind of write below the data folder fails in turn, as in the tests of SQLite. No acknowledged change is lost, no damaged file is read
 * as valid, users get a sentence, and the next sync repairs the rest. The gate tests a fixed sample;
 * `FAULTS=all npx vitest run --project server tests/server/faults/everyWrite.test.ts` tests each kind with each fault at three places,
 * and `FAULTS=3/20` the third of twenty parts of these cases.
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
import type { Control, Fault } from "./failingDisk.ts";

const FAULTS: readonly Fault[] = ["ENOSPC", "EIO", "short", "EROFS", "torn"];
const { FAULTS: selected = "" } = process.env;
const isAll = selected !== "";
/** The part of the cases that is tested, and the number of parts. */
const [part = 1, parts = 1] = /^\d+\/\d+$/.test(selected) ? selected.split("/").map(Number) : [];
/** Kinds of writes that the gate tests: of the workload, of a backup alone, and of a start. */
const SAMPLE = { workload: 13, backup: 3, start: 2 };
/** A request or a sync that takes longer is stuck. */
const TIMEOUT_MS = 60_000;

let folder: string;
let storage: TestStorage;
let control: string;
let server: ServerProcess;
let token: string;
let companyId: string;
let sourceId: string;
let mirror: string;
/** Invitations that the server has accepted. */
const acknowledgedEmails = new Set<string>();
let controlRevision = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-every-write-"));
  mkdirSync(join(folder, "backups"));
  control = join(folder, "control");
  setDisk({ mode: "off" });
  storage = await makeStorage("pglite");
  const database = await openDb(storage);
  const project = await makeProject(database);
  companyId = project.companyId;
  token = await startSession(database.db, project.userId);
  addCommit();
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

/** Sets which operations of the server's disk fail. */
const setDisk = (next: Control): void => {
  rmSync(`${control}.fired`, { force: true });
  // The revision makes each control differ from the one before, which resets the counts of the server.
  // The server reads the file at any time: a rename replaces it as a whole.
  controlRevision += 1;
  writeFileSync(`${control}.new`, JSON.stringify({ ...next, revision: controlRevision }));
  renameSync(`${control}.new`, control);
};
const history: { message: string; files: Record<string, string> }[] = [];
/** A word of the last commit alone. */
let word = "";
/** The server has accepted a request to read the last commit, which it must then find without another request. */
let isSyncAccepted = false;

function addCommit(): void {
  isSyncAccepted = false;
  const number = history.length + 1;
  word = `ariadne${controlRevision}${"x".repeat(number % 3)}`;
  history.push({
    message: `change ${word}`,
    files: { [`src/f${number}.ts`]: `export const ${word} = ${number};\n` },
  });
  const origin = join(folder, "origin.git");
  rmSync(origin, { recursive: true, force: true });
  makeRepository(origin, history);
}

async function callApi(method: string, path: string, body?: unknown) {
  const response = await fetch(`${server.url}/api/v1/${path}`, {
    method,
    headers: {
      authorization: `Token ${token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  // A failed write is reported by a sentence, and not as an unexpected error.
  if (response.status >= 500) expect([path, response.status, text]).toEqual([path, 503, expect.stringMatching(/[.]"/)]);
  return { status: response.status, text };
}
interface SyncState {
  readonly state: string;
  readonly error: string | null;
}
async function syncState(): Promise<SyncState> {
  const { text } = await callApi("GET", "projects/atlas/");
  return (
    (JSON.parse(text) as { repositories: { sync: SyncState }[] }).repositories[0]?.sync ?? { state: "", error: "" }
  );
}
async function waitForSync(): Promise<SyncState> {
  for (const startedAt = Date.now(); ;) {
    const sync = await syncState();
    if (sync.state === "ready" || sync.state === "failed" || sync.error !== null) return sync;
    if (Date.now() - startedAt > TIMEOUT_MS) throw new Error(`The sync is stuck: ${JSON.stringify(sync)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function requestSync(): Promise<void> {
  isSyncAccepted = (await callApi("POST", "projects/atlas/sync/")).status === 202;
}

/** Actions of users and of the operator. Each may fail; those that the server has accepted are stored. */
async function runWorkload({ isWithBackup = false, isFresh = false }): Promise<void> {
  addCommit();
  if (isFresh)
    for (const path of [mirror, join(storage.dataDir, "stores")]) rmSync(path, { recursive: true, force: true });
  const email = `guest${history.length}@example.org`;
  const invited = await callApi("POST", `companies/${companyId}/invitations/`, { email, role: "Member" });
  if (invited.status === 201) acknowledgedEmails.add(email);
  await requestSync();
  const { error } = await waitForSync();
  expect(error ?? "").not.toContain("Something went wrong");
  await callApi("GET", `projects/atlas/search/?q=${word}`);
  if (!isWithBackup) return;
  const backup = join(storage.dataDir, "backups", `b${history.length}`);
  const outcome = await sendToRunningServer(storage.dataDir, ["backup", backup]);
  const isComplete = outcome?.status === 0;
  // Without an outcome the server has ended: `restartIfEnded` checks its last line.
  expect(isComplete ? "Complete." : (outcome?.err ?? "Ended.")).toMatch(/\.\n?$/);
  expect(existsSync(backup) || !isComplete).toBe(true);
}

/** The server has all acknowledged changes and no damaged file, as if the disk had not failed. */
async function expectRecovered(): Promise<void> {
  await expect
    .poll(
      async () => {
        const { state, error } = await syncState();
        if (state === "ready" && isSyncAccepted)
          return (await callApi("GET", `projects/atlas/search/?q=${word}`)).text.includes(`src/f`);
        if (state === "failed" || error !== null || state === "ready") await requestSync();
        return { state, error };
      },
      { timeout: 40_000, interval: 200 },
    )
    .toBe(true);
  const { text } = await callApi("GET", `companies/${companyId}/invitations/`);
  expect([...acknowledgedEmails].filter((email) => !text.includes(email))).toEqual([]);
  const { status, stderr } = spawnSync("git", ["-C", mirror, "fsck", "--no-dangling"], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, expect.not.stringContaining("error")]);
  // The name of a blob is the hash of its bytes.
  const blobs = join(storage.dataDir, "blobs");
  const damaged = readdirSync(blobs, { recursive: true, withFileTypes: true }).filter((entry) => {
    const name = entry.parentPath.slice(-2) + entry.name;
    if (!entry.isFile() || !/^[0-9a-f]{64}$/.test(name)) return false;
    return (
      createHash("sha256")
        .update(readFileSync(join(entry.parentPath, entry.name)))
        .digest("hex") !== name
    );
  });
  expect(damaged).toEqual([]);
  expect((await Array.fromAsync(createFileBlobs(blobs).list())).length).toBeGreaterThan(0);
  const backups = join(storage.dataDir, "backups");
  for (const name of existsSync(backups) ? readdirSync(backups) : []) {
    if (name.endsWith(".part")) continue;
    expect((await verifyBackup(join(backups, name))).isRight, name).toBe(true);
    rmSync(join(backups, name), { recursive: true });
  }
}

/**
 * Starts the server again if the fault has ended it, which it reports by a sentence without a stack.
 * @param firstLine of its output that belongs to the fault
 * @returns whether it had ended
 */
async function restartIfEnded(firstLine: number): Promise<boolean> {
  const isReady = await fetch(`${server.url}/api/v1/health/ready/`).then(
    ({ ok }) => ok,
    () => false,
  );
  // Its connections are cut before the process has ended.
  await expect.poll(() => isReady || !server.isRunning).toBe(true);
  const output = server.lines.slice(firstLine).filter((line) => !line.startsWith("{"));
  expect(output.filter((line) => /^\s+at |Unhandled|uncaught/i.test(line))).toEqual([]);
  if (server.isRunning) return false;
  expect(output.at(-1) ?? "").toMatch(/\.$/);
  setDisk({ mode: "off" });
  await server.start();
  return true;
}

/** The kinds of operations of the disk during an action, with their counts. */
async function countOperations(action: () => Promise<unknown>): Promise<Map<string, number>> {
  rmSync(`${control}.log`, { force: true });
  setDisk({ mode: "count" });
  await action();
  setDisk({ mode: "off" });
  const kinds = new Map<string, number>();
  for (const kind of readFileSync(`${control}.log`, "utf8").trim().split("\n")) {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  return kinds;
}

type FaultCase = Omit<Extract<Control, { mode: "fail" }>, "mode">;

function selectCases(kinds: ReadonlyMap<string, number>, maxKinds: number): FaultCase[] {
  const sorted = [...kinds].toSorted(([a], [b]) => a.localeCompare(b));
  if (isAll) {
    const cases = sorted.flatMap(([kind, count]) =>
      [...new Set([1, Math.ceil(count / 2), count])].flatMap((nth) =>
        FAULTS.map((fault, index) => ({ kind, nth, fault, isPersistent: index % 2 === 0 })),
      ),
    );
    return cases.filter((_, index) => index % parts === part - 1);
  }
  const step = Math.max(1, sorted.length / maxKinds);
  return Array.from({ length: Math.min(maxKinds, sorted.length) }, (_, index) => {
    const [kind = "", count = 1] = sorted[Math.floor(index * step)] ?? [];
    const isPersistent = index % 2 === 0;
    const nth = isPersistent ? 1 : Math.ceil(count / 2);
    return { kind, nth, fault: FAULTS[index % FAULTS.length] ?? "EIO", isPersistent };
  });
}

test(
  "each write that fails leaves what was acknowledged, is reported, and is repaired by the next sync",
  { timeout: isAll ? 6 * 60 * 60_000 : 240_000 },
  async () => {
    const startKinds = await countOperations(() => server.start());
    await expect.poll(async () => (await syncState()).state, { timeout: 60_000 }).toBe("ready");
    const workloadKinds = await countOperations(() => runWorkload({ isFresh: true }));
    const backupKinds = await countOperations(() => runWorkload({ isWithBackup: true }));
    for (const kind of workloadKinds.keys()) backupKinds.delete(kind);
    await expectRecovered();
    expect(Math.min(workloadKinds.size, backupKinds.size)).toBeGreaterThan(12);
    let failedCount = 0;
    let endedCount = 0;
    for (const faultCase of [
      ...selectCases(workloadKinds, SAMPLE.workload),
      ...selectCases(backupKinds, SAMPLE.backup),
    ]) {
      const name = JSON.stringify(faultCase);
      const firstLine = server.lines.length;
      setDisk({ mode: "fail", ...faultCase });
      const options = { isWithBackup: backupKinds.has(faultCase.kind), isFresh: /mirrors|stores/.test(faultCase.kind) };
      await runWorkload(options).catch((error: unknown) => {
        // A server that ends cuts its connections.
        if (!(error instanceof TypeError)) throw new Error(name, { cause: error });
      });
      if (existsSync(`${control}.fired`)) failedCount += 1;
      setDisk({ mode: "off" });
      try {
        if (await restartIfEnded(firstLine)) endedCount += 1;
        await expectRecovered();
      } catch (error) {
        throw new Error(`${name}: ${server.lines.slice(firstLine).join("\n").slice(-3000)}`, { cause: error });
      }
    }
    // A part may consist of cases that the server survives, or whose operation does not occur again.
    expect(failedCount).toBeGreaterThan(parts === 1 ? 6 : 0);
    expect(endedCount).toBeGreaterThanOrEqual(parts === 1 ? 1 : 0);

    for (const faultCase of selectCases(startKinds, SAMPLE.start)) {
      const name = JSON.stringify(faultCase);
      await server.end("SIGTERM");
      const firstLine = server.lines.length;
      setDisk({ mode: "fail", ...faultCase });
      await server.start().catch(() => undefined);
      setDisk({ mode: "off" });
      try {
        await restartIfEnded(firstLine);
        await expectRecovered();
      } catch (error) {
        throw new Error(`at the start ${name}: ${server.lines.slice(firstLine).join("\n").slice(-3000)}`, {
          cause: error,
        });
      }
    }
  },
);
