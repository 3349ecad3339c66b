/** An object store that fails in every way that a client meets: bounded attempts, never a wrong byte, a sentence, and no restart after it. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { CompanyHealth } from "../../../contract/access/health.ts";
import { startSession } from "../../../server/access/sessions/sessions.ts";
import { openDb } from "../../../server/db/openDb.ts";
import { StoreFailure } from "../../../server/errors.ts";
import { S3Blobs } from "../../../server/index/blobs/S3Blobs.ts";
import { withStoreFailures } from "../../../server/index/blobs/storeFailure.ts";
import { serverProcess } from "../growth/serverProcess.ts";
import { S3_KEYS, type S3Fault, startS3 } from "../index/s3Store.ts";
import { makeRepository } from "../sources/gitFixture.ts";
import { addSource, makeProject } from "../sync/syncFixture.ts";
import { makeStorage } from "../testDb.ts";

const AWAY = "The store of the index cannot be reached at the moment. Try again in a few seconds.";
const REFUSES = "The store of the index refuses the server’s key. The operator has to renew it.";
const PATIENCE = 300;

const undo: (() => Promise<unknown> | void)[] = [];
let store: Awaited<ReturnType<typeof startS3>>;
beforeEach(async () => {
  store = await startS3(["clew"]);
  undo.push(() => store.stop());
});
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

const respondingWith =
  (status: number, code: string): S3Fault =>
  (request, response) => {
    request.resume();
    response.writeHead(status, { "content-type": "application/xml" });
    response.end(request.method === "HEAD" ? "" : `<Error><Code>${code}</Code><Message>No.</Message></Error>`);
  };
/** Lets the store answer, and hands each piece of the body to `change`. */
const changing =
  (change: (bytes: Buffer, response: ServerResponse, request: IncomingMessage) => Buffer | null): S3Fault =>
  (request, response, answer) => {
    const write = response.write.bind(response) as (bytes: Uint8Array) => boolean;
    response.write = ((piece: Uint8Array) => {
      const changed = change(Buffer.from(piece), response, request);
      return changed === null ? false : write(changed);
    }) as typeof response.write;
    answer();
  };

const TROUBLES: readonly (readonly [name: string, fault: S3Fault])[] = [
  ["500", respondingWith(500, "InternalError")],
  ["503 SlowDown", respondingWith(503, "SlowDown")],
  ["a connection that is reset", (request) => void request.socket.destroy()],
  ["silence", (request) => void request.resume()],
];
const BROKEN_BODIES: readonly (readonly [name: string, fault: S3Fault])[] = [
  [
    "cut in the middle",
    changing((bytes, response) => {
      response.socket?.destroy();
      return bytes.subarray(0, 10);
    }),
  ],
  ["silent in the middle", changing(() => null)],
  ["changed on its way", changing((bytes) => Buffer.from(bytes.map((byte) => byte ^ 1)))],
  [
    "shorter, with a length to match",
    (request, response) => {
      request.resume();
      response.writeHead(200, { "content-length": "3" }).end("abc");
    },
  ],
];

describe("blobs in a store that fails", () => {
  const bytes = Buffer.alloc(100_000, "thread of Ariadne");
  const hash = createHash("sha256").update(bytes).digest("hex");
  const open = () =>
    withStoreFailures(
      new S3Blobs({
        endpoint: `http://127.0.0.1:${store.port}`,
        region: "us-east-1",
        bucket: "clew",
        ...S3_KEYS,
        pathStyle: true,
        prefix: "",
        timeoutMs: PATIENCE,
      }),
    );

  test.each(TROUBLES)(
    "%s twice is not noticed; for good it is a sentence after a few attempts",
    async (_name, fault) => {
      const blobs = open();
      store.faults = [fault, fault];
      expect(await blobs.put(bytes)).toBe(hash);
      store.faults = [fault, fault];
      expect((await blobs.get(hash))?.equals(bytes)).toBe(true);
      store.faults = [fault, fault];
      expect(await blobs.has(hash)).toBe(true);
      store.outage = fault;
      for (const work of [
        () => blobs.get(hash),
        () => blobs.has(hash),
        () => blobs.put(Buffer.from("new")),
        () => blobs.delete(hash),
        () => Array.fromAsync(blobs.list()),
      ]) {
        let failure: unknown;
        const requests = await store.requestsOf(async () => {
          failure = await work().catch((error: unknown) => error);
        });
        expect(failure).toBeInstanceOf(StoreFailure);
        expect((failure as Error).message).toBe(AWAY);
        expect((failure as Error).cause).toBeInstanceOf(Error);
        expect(requests.length).toBeGreaterThan(1);
        expect(requests.length).toBeLessThanOrEqual(9);
      }
      store.outage = undefined;
      expect((await blobs.get(hash))?.equals(bytes)).toBe(true);
    },
  );

  test.each(BROKEN_BODIES)("a body that is %s is read again, and the object stays", async (_name, fault) => {
    const blobs = open();
    await blobs.put(bytes);
    store.faults = [fault];
    expect((await blobs.get(hash))?.equals(bytes)).toBe(true);
    expect(await blobs.has(hash)).toBe(true);
  });

  test("bodies that break off each time are a sentence, and never taken for the blob", async () => {
    const blobs = open();
    await blobs.put(bytes);
    for (const [name, fault] of BROKEN_BODIES.slice(0, 2)) {
      store.outage = fault;
      await expect(blobs.get(hash), name).rejects.toThrow(AWAY);
    }
    store.outage = undefined;
    expect((await blobs.get(hash))?.equals(bytes)).toBe(true);
  });

  test("an object that is damaged in the store is missing, and is stored again", async () => {
    const blobs = open();
    await blobs.put(bytes);
    await store.overwrite("clew", `${hash.slice(0, 2)}/${hash.slice(2)}`, "wrong");
    expect(await blobs.get(hash)).toBeNull();
    expect(await blobs.has(hash)).toBe(false);
    await blobs.put(bytes);
    expect((await blobs.get(hash))?.equals(bytes)).toBe(true);
  });

  test("a store that reports other bytes than were sent is an error", async () => {
    const blobs = open();
    const missing = respondingWith(404, "NoSuchKey");
    const wrong: S3Fault = (request, response, answer) => {
      const { setHeader } = response;
      if (request.method === "PUT")
        response.setHeader = ((name: string, value: string) =>
          setHeader.call(response, name, name.toLowerCase() === "etag" ? `"${"0".repeat(32)}"` : value)) as never;
      answer();
    };
    // The client may send a request a second time.
    store.faults = [missing, wrong, wrong, wrong];
    await expect(blobs.put(bytes)).rejects.toThrow(AWAY);
    expect(await blobs.has(hash)).toBe(false);
  });

  test("an object that is found only a moment after it was stored is waited for", async () => {
    const blobs = open();
    await blobs.put(bytes);
    store.faults = [respondingWith(404, "NoSuchKey")];
    expect((await blobs.get(hash))?.equals(bytes)).toBe(true);
    store.faults = [respondingWith(404, "NoSuchKey")];
    expect(await blobs.has(hash)).toBe(true);
  });

  test("a bucket that has gone is no missing blob", async () => {
    const blobs = open();
    store.outage = respondingWith(404, "NoSuchBucket");
    await expect(blobs.has(hash)).rejects.toThrow(AWAY);
    await expect(blobs.get(hash)).rejects.toThrow(AWAY);
  });

  test("a key that is no longer valid is reported", async () => {
    const blobs = open();
    store.outage = respondingWith(403, "ExpiredToken");
    await expect(blobs.get(hash)).rejects.toThrow(REFUSES);
    await expect(blobs.put(bytes)).rejects.toThrow(REFUSES);
    await expect(blobs.has(hash)).rejects.toThrow(REFUSES);
  });
});

test("a server whose store fails reports it to users, in health and in the metrics, and recovers by itself", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-object-store-"));
  undo.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const storage = await makeStorage("pglite");
  undo.push(() => storage.remove());
  makeRepository(join(folder, "origin.git"), [{ message: "one", files: { "a.ts": "export const ariadne = 1;\n" } }]);
  const database = await openDb(storage);
  const { projectId, userId, companyId } = await makeProject(database);
  const token = await startSession(database.db, userId);
  const sourceId = await addSource(database, projectId, {
    kind: "repository",
    provider: "git",
    url: join(folder, "origin.git"),
  });
  await database.close();
  const server = await serverProcess({
    CLEW_DATA: storage.dataDir,
    CLEW_DIST: join(folder, "dist"),
    CLEW_ALLOWED_PATHS: folder,
    CLEW_METRICS_TOKEN: "for the metrics of this test only",
    CLEW_BLOBS: "s3",
    CLEW_BLOB_CACHE_MB: "0",
    CLEW_S3_ENDPOINT: `http://127.0.0.1:${store.port}`,
    CLEW_S3_REGION: "us-east-1",
    CLEW_S3_BUCKET: "clew",
    CLEW_S3_KEY: S3_KEYS.accessKeyId,
    CLEW_S3_SECRET: S3_KEYS.secretAccessKey,
    CLEW_S3_PATH_STYLE: "on",
  });
  undo.push(() => server.end("SIGKILL"));
  // The start asks the store once; then it is away.
  store.faults = [(_request, _response, answer) => answer()];
  store.outage = respondingWith(503, "SlowDown");
  await server.start();
  const ask = async (path: string, headers: Record<string, string> = { authorization: `Token ${token}` }) => {
    const response = await fetch(`${server.url}/api/v1/${path}`, { headers });
    return { status: response.status, text: await response.text() };
  };
  const sync = async (): Promise<unknown> => {
    const { text } = await ask("projects/atlas/");
    return (JSON.parse(text) as { repositories: { id: string; sync: unknown }[] }).repositories.find(
      ({ id }) => id === sourceId,
    )?.sync;
  };
  const health = async () => CompanyHealth.parse(JSON.parse((await ask(`companies/${companyId}/health/`)).text));
  const search = () => ask("projects/atlas/search/?q=ariadne");

  await expect.poll(sync, { timeout: 60_000 }).toMatchObject({ state: "queued", error: AWAY });
  expect((await health()).index.state).toBe("bad");
  const metrics = await ask("metrics/", { authorization: "Bearer for the metrics of this test only" });
  expect(metrics.text).toContain("clew_blobs_up 0");
  store.outage = undefined;
  await expect.poll(sync, { timeout: 120_000, interval: 500 }).toMatchObject({ state: "ready", error: null });
  expect((await health()).index.state).toBe("good");

  // Nothing of the index is open in a new process: the first search reads it.
  await server.end("SIGTERM");
  store.faults = [(_request, _response, answer) => answer()];
  store.outage = respondingWith(403, "ExpiredToken");
  await server.start();
  const refused = await search();
  expect([refused.status, (JSON.parse(refused.text) as { detail: string }).detail]).toEqual([503, REFUSES]);
  store.outage = respondingWith(500, "InternalError");
  expect(JSON.parse((await search()).text)).toMatchObject({ detail: AWAY });
  store.outage = undefined;
  expect((await search()).text).toContain("a.ts");
  expect(server.isRunning).toBe(true);
  expect(server.lines.filter((line) => line.startsWith("    at "))).toEqual([]);
}, 240_000);
