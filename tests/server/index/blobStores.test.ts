/** One contract for the three blob stores, and tests that are specific to the remote ones. */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Blobs, createFileBlobs } from "../../../server/index/blobs/blobs.ts";
import { createCachedBlobs } from "../../../server/index/blobs/cachedBlobs.ts";
import { createDatabaseBlobs } from "../../../server/index/blobs/databaseBlobs.ts";
import { checkS3, S3Blobs, type S3Location } from "../../../server/index/blobs/S3Blobs.ts";
import { type BlobsLocation, locateBlobs, openBlobs } from "../../../server/index/blobs/openBlobs.ts";
import { readSettings } from "../../../server/settings.ts";
import { deleteExpiredRows } from "../../../server/db/housekeeping.ts";
import { onEachDatabase, openTestDb, type TestDb } from "../testDb.ts";
import { type TcpProxy, openTcpProxy } from "../tcpProxy.ts";
import { S3_KEYS, startS3 } from "./s3Store.ts";
import { randomNumbers } from "./naiveBm25f.ts";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const noise = (bytes: number, seed: number): Buffer => {
  const random = randomNumbers(seed);
  return Buffer.from(Array.from({ length: bytes }, () => Math.floor(random() * 256)));
};

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "clew-blobs-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What every store promises. `damage` changes a stored blob behind the store's back. */
function keepsTheContract(open: () => Blobs, damage: (hash: string) => Promise<void>): void {
  test("gives every size back, whole", async () => {
    const blobs = open();
    for (const size of [0, 1, 1000, 1 << 20, (1 << 20) + 1]) {
      const bytes = noise(Math.min(size, 4096), size + 1);
      const whole = Buffer.alloc(size, bytes.length > 0 ? bytes : 0);
      const hash = await blobs.put(whole);
      expect(hash).toBe(sha256(whole));
      const back = await blobs.get(hash);
      expect(back?.equals(whole), `${size} bytes`).toBe(true);
    }
  });

  test("the same bytes are one blob, also when they are written at the same time", async () => {
    const blobs = open();
    const bytes = Buffer.alloc(1_100_000, "thread");
    const hashes = await Promise.all([blobs.put(bytes), blobs.put(bytes), blobs.put(bytes)]);
    expect(new Set(hashes)).toEqual(new Set([sha256(bytes)]));
    expect(await Array.fromAsync(blobs.list())).toMatchObject([{ hash: sha256(bytes), bytes: 1_100_000 }]);
    expect((await blobs.get(sha256(bytes)))?.equals(bytes)).toBe(true);
  });

  test("lists what is there, and removes what is deleted", async () => {
    const blobs = open();
    const hash = await blobs.put(Buffer.from("hello"));
    expect(await blobs.has(hash)).toBe(true);
    expect(await blobs.has(sha256(Buffer.from("other")))).toBe(false);
    expect(await blobs.get(sha256(Buffer.from("other")))).toBeNull();
    await blobs.delete(hash);
    await blobs.delete(hash);
    expect(await blobs.has(hash)).toBe(false);
    expect(await blobs.get(hash)).toBeNull();
    expect(await Array.fromAsync(blobs.list())).toEqual([]);
  });

  test("lists with size and time, and leaves what was wanted meanwhile", async () => {
    const blobs = open();
    const before = Date.now() - 60_000;
    const hash = await blobs.put(Buffer.from("listed"));
    const [entry] = await Array.fromAsync(blobs.list());
    expect(entry).toMatchObject({ hash, bytes: 6 });
    expect(Math.abs((entry?.writtenAt ?? 0) - Date.now())).toBeLessThan(60_000);
    await blobs.delete(hash, before);
    expect(await blobs.has(hash)).toBe(true);
    await blobs.delete(hash, Date.now() + 60_000);
    expect(await blobs.has(hash)).toBe(false);
  });

  test("damaged bytes count as missing, and can be stored again", async () => {
    const blobs = open();
    const hash = await blobs.put(Buffer.from("right"));
    await damage(hash);
    expect(await blobs.get(hash)).toBeNull();
    expect(await blobs.put(Buffer.from("right"))).toBe(hash);
    expect((await blobs.get(hash))?.toString()).toBe("right");
  });

  test("a name that is no hash never leads anywhere", async () => {
    const blobs = open();
    for (const name of ["../../etc/passwd", "", "'; drop table blobs; --", "A".repeat(64)]) {
      await expect(blobs.get(name)).rejects.toThrow(TypeError);
      await expect(blobs.has(name)).rejects.toThrow(TypeError);
      await expect(blobs.delete(name)).rejects.toThrow(TypeError);
    }
  });
}

describe("blobs in files", () => {
  keepsTheContract(
    () => createFileBlobs(folder),
    (hash) => writeFile(join(folder, hash.slice(0, 2), hash.slice(2)), "wrong"),
  );
});

onEachDatabase("blobs in the database", (engine) => {
  let database: TestDb;
  beforeAll(async () => {
    database = await openTestDb(engine);
  });
  beforeEach(async () => {
    await database.db.deleteFrom("blobs").execute();
    await database.db.deleteFrom("blob_chunks").execute();
  });
  afterAll(() => database.close());
  const open = (): Blobs => createDatabaseBlobs((text, values) => database.run(text, values));

  keepsTheContract(open, async (hash) => {
    await database.db
      .updateTable("blob_chunks")
      .set({ data: Buffer.from("wrong") })
      .where("hash", "=", hash)
      .execute();
  });

  test("one whose pieces are incomplete is not there, and its pieces are swept away after a while", async () => {
    const bytes = Buffer.alloc(1_100_000, 3);
    const hash = sha256(bytes);
    const old = new Date(Date.now() - 24 * 60 * 60 * 1000);
    await database.db
      .insertInto("blob_chunks")
      .values([
        { hash, number: 0, data: bytes.subarray(0, 1 << 20), written_at: old },
        { hash: sha256(Buffer.from("new")), number: 0, data: Buffer.from("new") },
      ])
      .execute();
    expect(await open().has(hash)).toBe(false);
    expect(await open().get(hash)).toBeNull();
    await deleteExpiredRows(database.db);
    const left = await database.db.selectFrom("blob_chunks").select("hash").execute();
    expect(left).toEqual([{ hash: sha256(Buffer.from("new")) }]);
    expect(await open().put(bytes)).toBe(hash);
    expect((await open().get(hash))?.equals(bytes)).toBe(true);
  });
});

describe("blobs in an S3-compatible store", () => {
  let store: Awaited<ReturnType<typeof startS3>>;
  let wire: TcpProxy;
  const place = (more: Partial<S3Location> = {}): S3Location => ({
    endpoint: wire.url,
    region: "us-east-1",
    bucket: "clew",
    ...S3_KEYS,
    pathStyle: true,
    prefix: "team/",
    ...more,
  });
  beforeEach(async () => {
    store = await startS3(["clew"]);
    wire = await openTcpProxy(store.port);
  });
  afterEach(async () => {
    await wire.close();
    await store.stop();
  });

  keepsTheContract(
    () => new S3Blobs(place()),
    (hash) => store.overwrite("clew", `team/${hash.slice(0, 2)}/${hash.slice(2)}`, "wrong"),
  );

  test("puts names behind the prefix, and leaves other objects alone", async () => {
    const blobs = new S3Blobs(place());
    const hash = await blobs.put(Buffer.from("ours"));
    await store.overwrite("clew", "team/readme.txt", "not a blob");
    expect(await Array.fromAsync(new S3Blobs(place({ prefix: "other/" })).list())).toEqual([]);
    expect(await Array.fromAsync(blobs.list())).toMatchObject([{ hash }]);
  });

  test("the store itself checks what arrives", async () => {
    const seen = await store.requestsOf(() => new S3Blobs(place()).put(Buffer.from("checked")));
    const put = seen.find(({ method }) => method === "PUT");
    expect(put?.headers["content-md5"]).toBe(createHash("md5").update("checked").digest("base64"));
    expect(put?.headers["x-amz-checksum-sha256"]).toBe(createHash("sha256").update("checked").digest("base64"));
    // The store refuses bytes that changed in transit, so a name never refers to other bytes.
    wire.change = (bytes) => Buffer.from(bytes.toString("latin1").replace("tampered-body", "tampered-bodY"), "latin1");
    await expect(new S3Blobs(place()).put(Buffer.from("tampered-body"))).rejects.toThrow();
    wire.change = undefined;
    expect(await new S3Blobs(place()).has(sha256(Buffer.from("tampered-body")))).toBe(false);
  });

  test("retries cut connections, and reports connections that stay cut", { timeout: 60_000 }, async () => {
    const blobs = new S3Blobs(place());
    const bytes = Buffer.alloc(600_000, "cut");
    wire.cutAfter = [100_000];
    expect(await blobs.put(bytes)).toBe(sha256(bytes));
    expect((await blobs.get(sha256(bytes)))?.equals(bytes)).toBe(true);
    wire.refuse = true;
    wire.cut();
    await expect(blobs.get(sha256(bytes))).rejects.toThrow();
    wire.refuse = false;
    expect((await blobs.get(sha256(bytes)))?.equals(bytes)).toBe(true);
  });

  test("an answer that was cut in the middle is never taken for the blob", async () => {
    const blobs = new S3Blobs(place());
    const bytes = Buffer.alloc(3_000_000, "half");
    const hash = await blobs.put(bytes);
    wire.cutAnswerAfter = [1_000_000];
    const first = await blobs.get(hash).catch(() => "an error");
    expect(first === "an error" || (first instanceof Buffer && first.equals(bytes))).toBe(true);
    expect(wire.cutAnswerAfter).toEqual([]);
    expect((await blobs.get(hash))?.equals(bytes)).toBe(true);
  });

  test("a bucket that goes away is an error, not a missing blob", async () => {
    const blobs = new S3Blobs(place({ bucket: "gone" }));
    await expect(blobs.get(sha256(Buffer.from("x")))).rejects.toThrow();
  });

  describe("at the start", () => {
    test("reports no problem when everything is right", async () => {
      await expect(checkS3(place())).resolves.toBeUndefined();
    });
    test("a missing bucket is named", async () => {
      await expect(checkS3(place({ bucket: "missing" }))).rejects.toThrow(
        `There is no bucket missing at ${wire.url}. Make it, or name another one by CLEW_S3_BUCKET.`,
      );
    });
    test("a key without access is reported", async () => {
      store.forbid = true;
      await expect(checkS3(place())).rejects.toThrow(
        `The store at ${wire.url} does not let this key into the bucket clew. Check CLEW_S3_KEY, CLEW_S3_SECRET and the rights of the key.`,
      );
      await expect(new S3Blobs(place()).put(Buffer.from("x"))).rejects.toThrow();
    });
    test("reports that no server answers", async () => {
      const nowhere = place({ endpoint: "http://127.0.0.1:1" });
      await expect(checkS3(nowhere)).rejects.toThrow(
        /^The store of blobs at http:\/\/127\.0\.0\.1:1 does not answer: /,
      );
    });
  });
});

describe("the cache before a far store", () => {
  const sizeOf = (path: string): number =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

  test("reads from this machine, and never grows beyond its size", async () => {
    const far = createFileBlobs(join(folder, "far"));
    const cached = createCachedBlobs(far, { folder: join(folder, "near"), maxBytes: 100_000 });
    const hashes: string[] = [];
    for (let n = 0; n < 40; n++) {
      hashes.push(await cached.put(noise(9000, n + 1)));
      expect(sizeOf(join(folder, "near"))).toBeLessThanOrEqual(100_000);
    }
    for (const hash of hashes) {
      expect((await cached.get(hash))?.length).toBe(9000);
      expect(sizeOf(join(folder, "near"))).toBeLessThanOrEqual(100_000);
    }
    const newest = hashes.at(-1) ?? "";
    rmSync(join(folder, "far"), { recursive: true });
    expect((await cached.get(newest))?.length).toBe(9000);
    expect(await cached.has(newest)).toBe(false);
    expect(await cached.get(hashes[0] ?? "")).toBeNull();
  });

  test("a damaged copy is read from the store again, and a cache that cannot be written only costs time", async () => {
    const far = createFileBlobs(join(folder, "far"));
    const hash = await far.put(Buffer.from("truth"));
    const near = join(folder, "near");
    await mkdir(join(near, hash.slice(0, 2)), { recursive: true });
    await writeFile(join(near, hash.slice(0, 2), hash.slice(2)), "a lie");
    const cached = createCachedBlobs(far, { folder: near, maxBytes: 1000 });
    expect((await cached.get(hash))?.toString()).toBe("truth");
    await writeFile(join(folder, "no-folder"), "");
    const broken = createCachedBlobs(far, { folder: join(folder, "no-folder"), maxBytes: 1000 });
    expect((await broken.get(hash))?.toString()).toBe("truth");
    expect(await broken.put(Buffer.from("more"))).toBe(sha256(Buffer.from("more")));
  });
});

describe("where blobs are according to the settings", () => {
  const locate = (environment: Record<string, string>): BlobsLocation =>
    locateBlobs(readSettings({ CLEW_DATA: folder, ...environment }));
  const DATABASE = { DATABASE_URL: "postgres://somewhere/clew" };
  const S3 = { CLEW_BLOBS: "s3", CLEW_S3_BUCKET: "clew", CLEW_S3_KEY: "k", CLEW_S3_SECRET: "s" };

  test("files with the embedded database, the database with a PostgreSQL, and the requested store if one is set", () => {
    expect(locate({})).toEqual({ driver: "files", folder: join(folder, "blobs") });
    expect(locate(DATABASE)).toMatchObject({ driver: "database", databaseUrl: DATABASE.DATABASE_URL });
    expect(locate({ ...DATABASE, CLEW_BLOBS: "files" })).toMatchObject({ driver: "files" });
    expect(locate({ ...S3, CLEW_S3_PREFIX: "/a/b/", CLEW_BLOB_CACHE_MB: "5" })).toMatchObject({
      driver: "s3",
      place: { endpoint: undefined, bucket: "clew", pathStyle: false, prefix: "a/b/" },
      cache: { maxBytes: 5 * 1024 * 1024 },
    });
    expect(locate({ ...S3, CLEW_S3_ENDPOINT: "http://minio:9000/" })).toMatchObject({
      place: { endpoint: "http://minio:9000", pathStyle: true },
    });
  });

  test("settings that do not fit together are reported before anything starts", () => {
    expect(() => locate({ CLEW_BLOBS: "database" })).toThrow("CLEW_BLOBS=database needs DATABASE_URL");
    expect(() => locate({ CLEW_BLOBS: "s3" })).toThrow("needs CLEW_S3_BUCKET, CLEW_S3_KEY and CLEW_S3_SECRET");
    expect(() => locate({ CLEW_BLOBS: "ftp" })).toThrow("CLEW_BLOBS must be files, database or s3");
  });

  test("a far store is opened with its cache, and only when it is asked", async () => {
    const blobs = openBlobs({
      driver: "database",
      databaseUrl: "postgres://127.0.0.1:1/none",
      cache: { folder, maxBytes: 1000 },
    });
    const hash = await createFileBlobs(folder).put(Buffer.from("kept here"));
    expect((await blobs.get(hash))?.toString()).toBe("kept here");
    await expect(blobs.has(hash)).rejects.toThrow();
    expect((await readdir(folder)).length).toBe(1);
  });
});
