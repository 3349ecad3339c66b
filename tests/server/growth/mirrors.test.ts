/**
 * A web process with an empty data folder and workers on one PostgreSQL. Every page that reads git answers as the worker itself does; workers
 * are killed and paused while people read.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { KeyRing, readKeyRing } from "../../../server/access/keys/KeyRing.ts";
import { startSession } from "../../../server/access/sessions/sessions.ts";
import { MIRROR_PATH, type MirrorAnswer } from "../../../server/cluster/mirrorMessages.ts";
import { SealedClient } from "../../../server/cluster/SealedClient.ts";
import { sealRequest } from "../../../server/cluster/sealedMessages.ts";
import { migrate } from "../../../server/db/migrate.ts";
import { openDb } from "../../../server/db/openDb.ts";
import type { OpenDb } from "../../../server/db/openedDb.ts";
import { addCompany, addProject, addUser } from "../rows.ts";
import { git, makeRepository } from "../sources/gitFixture.ts";
import { addSource } from "../sync/syncFixture.ts";
import { makeStorage, type TestStorage } from "../testDb.ts";
import { memberProcess, type ServerProcess } from "./serverProcess.ts";
import { isWholeRun } from "../../wholeRun.ts";

const COMMITS = 40;
const PATIENCE = { timeout: 120_000, interval: 200 };
const METRICS_TOKEN = "a token for the metrics";
const SENTENCE = "This repository is read by another process that does not answer; try again.";
const never = new AbortController().signal;

let folder: string;
let storage: TestStorage;
let database: OpenDb;
let token: string;
let sourceId: string;
let origin: string;
let web: ServerProcess;
let first: ServerProcess;
let second: ServerProcess;

/** The text of the answer, without how long it took. */
async function ask(url: string, path: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(`${url}/api/v1/${path}`, { headers: { authorization: `Token ${token}` } });
  return { status: response.status, text: (await response.text()).replaceAll(/"took_ms":\d+/g, "") };
}

const reads = (turn: number): string[] => {
  const [newest = "", older = ""] = git(origin, "log", "--format=%H", `--skip=${turn}`, "-2", "main").split("\n");
  const file = `path=src/part${turn % 4}.ts`;
  const of = "repository=example";
  return [
    `projects/atlas/code/content/?${of}&path=&revision=${older}`,
    `projects/atlas/code/content/?${of}&${file}&revision=${older}`,
    `projects/atlas/code/content/?${of}&path=logo.png`,
    `projects/atlas/code/content/?${of}&path=src/old.ts&revision=HEAD~1`,
    `code/atlas/refs/?${of}&q=`,
    `code/atlas/blame/?${of}&${file}&revision=${newest}`,
    `code/atlas/history/?${of}&${file}&revision=${newest}&offset=0&limit=20`,
    `code/atlas/history/?${of}&${file}&revision=${newest}&from=1&to=2&offset=0&limit=20`,
    `code/atlas/compare/?${of}&base=${older}&head=${newest}`,
    `code/atlas/raw/?${of}&path=logo.png`,
    `projects/atlas/commits/${newest}/`,
    `projects/atlas/commits/${newest}/diff/?source=${sourceId}`,
    `commit-changes/?project=atlas&source=${sourceId}&hash=${newest}&q=thread`,
    `projects/atlas/documents/content/?source=${sourceId}&path=src/part1.ts&revision=${older}`,
  ];
};

async function metric({ url }: ServerProcess, outcome: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const name = `clew_mirror_reads_sent_total{outcome="${outcome}"} `;
  const line = (await response.text()).split("\n").find((one) => one.startsWith(name));
  return Number(line?.slice(name.length) ?? Number.NaN);
}

const copies = () =>
  database.db
    .selectFrom("mirror_copies")
    .innerJoin("mirror_holders", "mirror_holders.id", "mirror_copies.holder_id")
    .select(["mirror_copies.state", "mirror_holders.address", "mirror_holders.process_id as id"])
    .execute();

describe.skipIf(process.env["TEST_DATABASE_URL"] === undefined)("mirrors of other processes", () => {
  const undo: (() => Promise<unknown> | void)[] = [];
  const start = async (name: string, role: "web" | "worker" | "web,worker"): Promise<ServerProcess> => {
    const one = await memberProcess(folder, storage.databaseUrl, name, {
      CLEW_ROLE: role,
      CLEW_METRICS_TOKEN: METRICS_TOKEN,
      CLEW_ENGINE_SECONDS_PER_PERSON: "100000",
    });
    undo.push(() => one.end("SIGKILL"));
    await one.start();
    return one;
  };
  const synced = async (): Promise<void> => {
    await vi.waitFor(async () => {
      const rows = await database.db.selectFrom("sources").select("sync_state").execute();
      if (rows.some(({ sync_state }) => sync_state !== "ready")) throw new Error("The syncs have not ended.");
    }, PATIENCE);
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "clew-mirrors-"));
    undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
    storage = await makeStorage("postgres", { isEmpty: true });
    undo.push(() => storage.remove());
    database = await openDb(storage);
    undo.push(() => database.close());
    const { db } = database;
    await migrate(db);
    const companyId = await addCompany(db);
    const userId = await addUser(db, { companyId, email: "ada@example.org" });
    token = await startSession(db, userId);
    const projectId = await addProject(db, { companyId, slug: "atlas", ownerId: userId });
    origin = join(folder, "atlas.git");
    makeRepository(
      origin,
      Array.from({ length: COMMITS }, (_, turn) => ({
        message: `change ${turn}`,
        author: `Author ${turn % 5}`,
        files: {
          "logo.png": `\u0000not a text ${turn % 7}`,
          [turn < 20 ? "src/old.ts" : "src/new.ts"]: `export const name = ${turn < 20 ? "1" : "2"};\n`,
          ...(turn === 20 && { "src/old.ts": null }),
          [`src/part${turn % 4}.ts`]: Array.from(
            { length: turn + 1 },
            (_line, n) => `export const thread${n} = ${n};\n`,
          ).join(""),
        },
      })),
    );
    sourceId = await addSource(database, projectId, { kind: "repository", provider: "git", url: origin });
    first = await start("first", "web,worker");
    await synced();
    web = await start("web", "web");
  }, 300_000);
  afterAll(async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  });

  test("a web process without mirrors answers as the worker does", { timeout: 120_000 }, async () => {
    for (const path of [...reads(0), ...reads(21)]) {
      const expected = await ask(first.url, path);
      expect([path, expected.status]).toEqual([path, 200]);
      expect([path, await ask(web.url, path)]).toEqual([path, expected]);
    }
    const blame = await ask(web.url, `code/atlas/blame/?repository=example&path=src/part3.ts`);
    expect(JSON.parse(blame.text)).toMatchObject({ status: "shown" });
    expect(existsSync(join(folder, "web", "mirrors"))).toBe(false);
    expect(await metric(web, "answered")).toBeGreaterThan(20);
    // What was asked of the worker itself was read on its own disk.
    expect(await metric(first, "answered")).toBe(0);
  });

  test("only named reads with arguments that fit are run, and nothing else is answered", async () => {
    const [holder] = await copies();
    if (!holder) throw new Error("The worker has not registered its mirror.");
    const keys = readKeyRing({
      masterKey: "one key for all of the processes here",
      previousMasterKey: undefined,
      dataDir: join(folder, "web"),
    });
    const client = new SealedClient({ keys, now: () => Date.now() });
    const send = async (content: unknown): Promise<MirrorAnswer> =>
      (await client.send(holder, MIRROR_PATH, content, never)) as MirrorAnswer;
    const head = git(origin, "rev-parse", "main");
    const made = join(folder, "made");
    expect(await send({ sourceId, name: "readParents", args: [head], principal: null })).toMatchObject({
      kind: "done",
    });
    const hostile: unknown[] = [
      { sourceId, name: "readParents", args: [`--output=${made}`] },
      { sourceId, name: "readParents", args: [head, `--output=${made}`] },
      { sourceId, name: "readBlame", args: [head, `--contents=${made}`, { maxBytes: 10, timeoutMs: 10, extra: 1 }] },
      { sourceId, name: "readFolder", args: ["HEAD"] },
      { sourceId, name: "findNode", args: [head, "a\0b"] },
      { sourceId, name: "readBlobStart", args: [head, 2 ** 40] },
      { sourceId, name: "readRemovalsPage", args: [`--output=${made}`, { skip: 0, most: 1, maxBytes: 1 }] },
      { sourceId, name: "constructor", args: [] },
      { sourceId, name: "upload-pack", args: [] },
      { sourceId: "../first/mirrors/x", name: "readParents", args: [head] },
      { sourceId, name: "readParents", args: head },
      { sourceId, name: "readParents", args: [head], principal: { userId: "u", companyId: 1 } },
      { sourceId, name: "readParents", args: [head], principal: undefined },
      "readParents",
      null,
    ];
    for (const content of hostile) {
      const answer = await send(
        typeof content === "object" && content !== null ? { principal: null, ...content } : content,
      );
      expect([content, answer]).toEqual([
        content,
        { kind: "failed", error: expect.objectContaining({ kind: "other" }) as unknown },
      ]);
    }
    const absent = { sourceId: "another", name: "readParents", args: [head], principal: null };
    expect(await send(absent)).toEqual({ kind: "absent" });
    expect(existsSync(made)).toBe(false);
    await client.close();

    const post = async (body: Buffer, path = MIRROR_PATH): Promise<{ status: number; text: string }> => {
      const headers = { "content-type": "application/octet-stream" };
      const response = await fetch(holder.address + path, { method: "POST", headers, body: Uint8Array.from(body) });
      return { status: response.status, text: response.status === 200 ? "" : await response.text() };
    };
    const question = { sourceId, name: "readParents", args: [head], principal: null };
    const nothing = { status: 404, text: "" };
    const foreign = new KeyRing([Buffer.alloc(32, 7)]);
    expect(await post(sealRequest(foreign, holder.id, Date.now(), question).bytes)).toEqual(nothing);
    expect(await post(sealRequest(keys, "another start", Date.now(), question).bytes)).toEqual(nothing);
    expect(await post(sealRequest(keys, holder.id, Date.now() - 60_000, question).bytes)).toEqual(nothing);
    const { bytes } = sealRequest(keys, holder.id, Date.now(), question);
    expect((await post(bytes, "/task")).status).toBe(404);
    expect((await post(bytes)).status).toBe(200);
    expect(await post(bytes)).toEqual(nothing);
    expect(await post(Buffer.from(JSON.stringify(question)))).toEqual(nothing);
  });

  test("without a live worker the answer is a clear sentence, at once", { timeout: 120_000 }, async () => {
    await first.end("SIGKILL");
    for (const path of [reads(3)[1] ?? "", reads(3)[5] ?? "", reads(3)[8] ?? ""]) {
      const before = performance.now();
      const { status, text } = await ask(web.url, path);
      expect([status, JSON.parse(text)]).toEqual([503, expect.objectContaining({ detail: SENTENCE })]);
      expect(performance.now() - before).toBeLessThan(15_000);
    }
    // What the index has needs no mirror.
    expect((await ask(web.url, `projects/atlas/documents/content/?source=${sourceId}&path=src/part1.ts`)).status).toBe(
      200,
    );
  });

  test.runIf(isWholeRun)(
    "a worker that dies or hangs in the middle gives the next one",
    { timeout: 300_000 },
    async () => {
      second = await start("second", "worker");
      expect(
        (
          await fetch(`${web.url}/api/v1/projects/atlas/sync/`, {
            method: "POST",
            headers: { authorization: `Token ${token}` },
          })
        ).status,
      ).toBe(202);
      await vi.waitFor(async () => expect(await copies()).toHaveLength(2), PATIENCE);
      await synced();
      await first.start();
      await vi.waitFor(async () => expect(new Set((await copies()).map(({ state }) => state)).size).toBe(1), PATIENCE);
      const expected = new Map<string, unknown>();
      for (let turn = 4; turn < 20; turn++)
        for (const path of reads(turn)) expected.set(path, await ask(first.url, path));

      const paths = [...expected.keys()];
      const isOver = new AbortController();
      const wrong: unknown[] = [];
      let asked = 0;
      const client = async (n: number): Promise<void> => {
        for (let turn = n; !isOver.signal.aborted; turn += 3) {
          const path = paths[turn % paths.length] ?? "";
          const answer = await ask(web.url, path);
          asked += 1;
          if (JSON.stringify(answer) !== JSON.stringify(expected.get(path))) wrong.push([path, answer]);
        }
      };
      const clients = [0, 1, 2].map(client);
      const more = async (outcome: string, from: number): Promise<void> => {
        await expect.poll(() => metric(web, outcome), PATIENCE).toBeGreaterThan(from);
      };
      // The holder of the repository: the one that has answered.
      const answered = await metric(web, "answered");
      await more("answered", answered + 10);
      // One of them is asked; the other one has nothing to do.
      for (const [victim, outcome] of [
        [first, "unreachable"],
        [second, "unreachable"],
      ] as const) {
        const before = await metric(web, outcome);
        const dead = await metric(web, "answered");
        await victim.end("SIGKILL");
        await more("answered", dead + 10);
        await victim.start();
        await vi.waitFor(async () => expect(await copies()).toHaveLength(2), PATIENCE);
        await more("answered", (await metric(web, "answered")) + 10);
        expect(await metric(web, outcome)).toBeGreaterThanOrEqual(before);
      }
      expect(await metric(web, "unreachable")).toBeGreaterThan(0);
      for (const paused of [first, second]) {
        const dead = await metric(web, "answered");
        paused.signal("SIGSTOP");
        try {
          await more("answered", dead + 10);
        } finally {
          paused.signal("SIGCONT");
        }
      }
      isOver.abort();
      await Promise.all(clients);
      expect(wrong).toEqual([]);
      expect(asked).toBeGreaterThan(40);
      expect(readdirSync(join(folder, "web"))).not.toContain("mirrors");
    },
  );
});
