/** Mirrors of one company at one address share their objects: what comes over the network, what is on the disk, and what each one can read. */
import { randomBytes } from "node:crypto";
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOUR_MS } from "../../../contract/durations.ts";
import { findOwnCommit } from "../../../server/git/commitLookup.ts";
import { createSources } from "../../../server/sources/createSources.ts";
import type { Mirrored } from "../../../server/sources/git/mirror.ts";
import { giveObjects } from "../../../server/sources/git/sharedObjects.ts";
import type { SourceAccess, Sources } from "../../../server/sources/sourceTypes.ts";
import { runProgram } from "../support/smallProcess.ts";
import { git, makeRepository, temporaryFolder } from "./gitFixture.ts";
import { SharingHost } from "./sharingHost.ts";

const never = new AbortController().signal;
const noise = (): string => randomBytes(20_000).toString("hex");

let folder: ReturnType<typeof temporaryFolder>;
let host: SharingHost;
let sources: Sources;
let dataDir: string;
let origin: string;

const open = (): Sources =>
  createSources({ dataDir, allowedNetworks: ["127.0.0.0/8"], allowedPaths: [folder.path], retryDelayMs: 20 });

beforeEach(async () => {
  folder = temporaryFolder();
  dataDir = join(folder.path, "data");
  mkdirSync(dataDir);
  origin = join(folder.path, "all", "atlas.git");
  mkdirSync(join(folder.path, "all"));
  makeRepository(
    origin,
    Array.from({ length: 20 }, (_, at) => ({ message: `change ${at}`, files: { [`f${at}.txt`]: noise() } })),
  );
  host = new SharingHost();
  host.roots.set("first", join(folder.path, "all"));
  host.roots.set("second", join(folder.path, "all"));
  await host.start();
  sources = open();
});
afterEach(async () => {
  await sources.close();
  await host.stop();
  folder.remove();
});

const accessOf = (token: string, url = `${host.url}/atlas.git`): SourceAccess => ({
  provider: "git",
  url,
  credential: { token, username: "x" },
});
const update = (id: string, token = "first", companyId = "company"): Promise<Mirrored> =>
  sources.updateMirror(id, accessOf(token), { signal: never, companyId });
/** All that a sync does with the mirror. */
const sync = async (id: string, token = "first"): Promise<void> => {
  const { commit, branch, branches, tags } = await update(id, token);
  const refs = new Map([
    ...[...tags].map(([name, hash]) => [`refs/tags/${name}`, hash] as const),
    ...[...branches].filter(([name]) => name !== branch).map(([name, hash]) => [`refs/heads/${name}`, hash] as const),
  ]);
  await sources.fetchListed(id, accessOf(token), { head: commit ?? "", refs }, never);
  await sources.updateCommitGraph(id, never);
};
const mirror = (id: string): string => join(dataDir, "mirrors", `${id}.git`);
const stores = (): string[] => (existsSync(join(dataDir, "stores")) ? readdirSync(join(dataDir, "stores")) : []);
const packs = (path: string): string[] =>
  readdirSync(join(path, "objects", "pack")).filter((name) => name.endsWith(".pack"));
const bytesOf = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
    : statSync(path).size;
/** Bytes of all mirrors and what they share, each file once however many names it has. */
const bytesOnDisk = (): number => {
  const files = new Map<number, number>();
  for (const name of ["mirrors", "stores"]) {
    const folder = join(dataDir, name);
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      const stats = statSync(join(folder, path));
      if (stats.isFile()) files.set(stats.ino, stats.size);
    }
  }
  return [...files.values()].reduce((sum, size) => sum + size, 0);
};
const fsck = (id: string): string => git(mirror(id), "fsck", "--no-dangling", "--connectivity-only");
const push = (message: string, branch = "main"): string =>
  makeRepository(origin, [{ message, files: { [`${message}.txt`]: noise() } }], {
    branch,
    from: git(origin, "rev-parse", "main"),
  });
const has = (id: string, object: string): Promise<string | null> => findOwnCommit(mirror(id), object, never);

test("a second mirror takes no pack from the host, and no space", async () => {
  const cloned = await host.sent(() => sync("one"));
  const before = bytesOf(dataDir);
  const linked = await host.sent(() => sync("two", "second"));
  expect(cloned).toBeGreaterThan(400_000);
  expect(linked).toBeLessThan(2000);
  expect(bytesOf(dataDir) - before).toBeLessThan(40_000);
  expect(packs(mirror("one"))).toEqual([]);
  expect(packs(mirror("two"))).toEqual([]);
  for (const id of ["one", "two"])
    expect(git(mirror(id), "log", "--format=%H", "refs/clew/head")).toBe(git(origin, "log", "--format=%H", "main"));
  // The difference comes once.
  push("later");
  expect(await host.sent(() => sync("two", "second"))).toBeGreaterThan(20_000);
  expect(await host.sent(() => sync("one"))).toBeLessThan(2000);
  // A third one, of a store that is older than the host.
  push("latest");
  expect(await host.sent(() => sync("three"))).toBeLessThan(40_000);
  for (const id of ["one", "two", "three"]) fsck(id);
  expect(git(mirror("one"), "commit-graph", "verify")).toBe("");
});

test("another company, or another address, shares nothing", async () => {
  await update("one");
  expect(await host.sent(() => update("two", "first", "other company"))).toBeGreaterThan(400_000);
  expect(stores()).toHaveLength(2);
  cpSync(origin, join(folder.path, "all", "copy.git"), { recursive: true });
  const access = accessOf("first", `${host.url}/copy.git`);
  expect(
    await host.sent(() => sources.updateMirror("three", access, { signal: never, companyId: "company" })),
  ).toBeGreaterThan(400_000);
  expect(stores()).toHaveLength(3);
});

test("each source needs its own access, and reads what the host lists to it", async () => {
  const hidden = push("secret", "private");
  // What the second token sees: the same repository without the branch.
  const visible = join(folder.path, "some");
  cpSync(join(folder.path, "all"), visible, { recursive: true });
  git(join(visible, "atlas.git"), "update-ref", "-d", "refs/heads/private");
  host.roots.set("second", visible);
  await sync("one");
  await expect(update("two", "no token")).rejects.toMatchObject({ code: "unauthorized" });
  expect(existsSync(mirror("two"))).toBe(false);
  await sync("two", "second");
  expect(stores()).toHaveLength(1);
  // The object is there for git, and is not the source's.
  expect(git(mirror("two"), "cat-file", "-t", hidden)).toBe("commit");
  expect(await has("two", hidden)).toBe(null);
  expect(await has("two", hidden.slice(0, 12))).toBe(null);
  expect(await has("two", `${hidden}~0`)).toBe(null);
  expect(await has("one", hidden)).toBe(hidden);
  expect(await has("one", hidden.slice(0, 12))).toBe(hidden);
  expect(await has("two", `${hidden}~1`)).toBe(git(origin, "rev-parse", "main"));
  expect(git(mirror("two"), "for-each-ref", "--format=%(objectname)")).not.toContain(hidden);
  // Access that is withdrawn ends the reading, though the other one's is good.
  host.roots.delete("second");
  const later = push("after");
  await sync("one");
  await expect(update("two", "second")).rejects.toMatchObject({ code: "unauthorized" });
  expect(await has("one", later)).toBe(later);
  expect(await has("two", later)).toBe(null);
});

test("a branch that was listed and is gone stays the source's own, and no other one's", async () => {
  const gone = push("gone", "topic");
  await sync("one");
  git(origin, "update-ref", "-d", "refs/heads/topic");
  await sync("one");
  await sync("two", "second");
  expect(await has("one", gone)).toBe(gone);
  expect(await has("two", gone)).toBe(null);
  const before = git(origin, "rev-parse", "main");
  git(origin, "update-ref", "refs/heads/main", `${before}~3`);
  const forced = push("forced");
  await Promise.all([sync("one"), sync("two", "second")]);
  for (const id of ["one", "two"]) {
    expect(git(mirror(id), "rev-parse", "refs/clew/head")).toBe(forced);
    expect(await has(id, before)).toBe(before);
    fsck(id);
  }
});

test("parallel first syncs fetch once, and one that waits can be cancelled", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const one = update("one");
  while (!host.requests.some((request) => request.startsWith("POST"))) await new Promise((done) => setTimeout(done, 5));
  host.gate = promise;
  const stop = new AbortController();
  const cancelled = sources.updateMirror("four", accessOf("first"), { signal: stop.signal, companyId: "company" });
  setTimeout(() => stop.abort(), 200);
  setTimeout(resolve, 400);
  await expect(cancelled).rejects.toMatchObject({ code: "aborted" });
  const sent = await host.sent(() => Promise.all([one, update("two", "second"), update("three")]));
  expect(sent).toBeLessThan(1_200_000);
  for (const id of ["one", "two", "three"]) fsck(id);
});

test("removing one leaves the other while it is read, and the last one removes the store", async () => {
  await sync("one");
  await sync("two", "second");
  const half = await sources.mirrorBytes("two");
  expect(await sources.sharersOf("one")).toEqual(["two"]);
  expect((await sources.mirrorBytes("one")) + half).toBe(bytesOnDisk());
  await sources.removeMirror("one");
  expect(await sources.sharersOf("two")).toEqual([]);
  expect(await sources.mirrorBytes("two")).toBe(bytesOnDisk());
  fsck("two");
  expect(git(mirror("two"), "log", "--format=%H", "refs/clew/head").split("\n")).toHaveLength(20);
  await sources.removeMirror("two");
  expect(stores()).toEqual([]);
});

test("damage of what is shared costs one more clone, and each mirror is whole again", async () => {
  await sync("one");
  await sync("two", "second");
  const [store = ""] = stores();
  const [pack = ""] = packs(join(dataDir, "stores", store));
  rmSync(join(dataDir, "stores", store, "objects", "pack", pack));
  await sources.retireShared("one");
  await sources.removeMirror("one");
  expect(await host.sent(() => sync("one"))).toBeGreaterThan(400_000);
  expect(await host.sent(() => sync("two", "second"))).toBeLessThan(2000);
  for (const id of ["one", "two"]) fsck(id);
  expect(stores()).toEqual([store.replace("-1.git", "-2.git")]);
});

test("mirrors of the previous release are taken over without a clone", async () => {
  // Without a company nothing is shared: as the previous release makes a mirror.
  for (const id of ["one", "two"]) await sources.updateMirror(id, accessOf("first"), { signal: never });
  push("small");
  for (const id of ["one", "two"]) await sources.updateMirror(id, accessOf("first"), { signal: never });
  expect(stores()).toEqual([]);
  // Their packs are not the same files.
  git(mirror("two"), "repack", "-q", "-a", "-d", "-f", "--depth=1");
  const before = bytesOf(dataDir);
  expect(await host.sent(() => Promise.all([sync("one"), sync("two")]))).toBeLessThan(4000);
  for (const id of ["one", "two"]) fsck(id);
  expect(await host.sent(() => Promise.all([sync("one"), sync("two")]))).toBeLessThan(4000);
  for (const id of ["one", "two"]) {
    fsck(id);
    expect(packs(mirror(id))).toEqual([]);
  }
  expect(bytesOf(dataDir)).toBeLessThan(before * 0.6);
  // Back to it: it fetches into the mirror, which stays whole; and forward again.
  push("rolled back");
  await sources.updateMirror("one", accessOf("first"), { signal: never });
  fsck("one");
  expect(packs(mirror("one")).length + (await looseOf("one"))).toBeGreaterThan(0);
  await sync("one");
  await sync("two", "second");
  expect(packs(mirror("one"))).toEqual([]);
  expect(await looseOf("one")).toBe(0);
  for (const id of ["one", "two"]) fsck(id);
});

const looseOf = (id: string): Promise<number> =>
  Promise.resolve(readdirSync(join(mirror(id), "objects")).filter((name) => /^[0-9a-f]{2}$/.test(name)).length);

test("folders of this machine share, shallow repositories have their own", async () => {
  const link = (id: string, url: string) =>
    sources.updateMirror(id, { provider: "git", url }, { signal: never, companyId: "company" });
  await link("one", origin);
  await link("two", origin);
  expect(packs(mirror("one"))).toEqual([]);
  expect(packs(mirror("two"))).toEqual([]);
  for (const id of ["one", "two"]) fsck(id);
  const shallow = join(folder.path, "shallow.git");
  runProgram("git", ["clone", "--quiet", "--bare", "--depth=3", `file://${origin}`, shallow]);
  await link("three", shallow);
  await link("four", shallow);
  for (const id of ["three", "four"]) {
    expect(packs(mirror(id))).not.toEqual([]);
    fsck(id);
    expect(git(mirror(id), "log", "--format=%H", "refs/clew/head").split("\n")).toHaveLength(3);
  }
});

test("an address that changes takes its objects along, and leaves the store of the old one", async () => {
  await sync("one");
  await sync("two", "second");
  cpSync(origin, join(folder.path, "all", "moved.git"), { recursive: true });
  push("only at the old address");
  await sync("one");
  const moved = accessOf("first", `${host.url}/moved.git`);
  const again = () => sources.updateMirror("one", moved, { signal: never, companyId: "company" });
  expect(await host.sent(again)).toBeLessThan(2000);
  expect(await sources.sharersOf("two")).toEqual([]);
  await again();
  await again();
  expect(packs(mirror("one"))).toEqual([]);
  expect(stores()).toHaveLength(2);
  for (const id of ["one", "two"]) fsck(id);
});

test("what a killed process has left is collected, and nothing else", async () => {
  await sync("one");
  const [store = ""] = stores();
  const path = join(dataDir, "stores", store);
  mkdirSync(join(dataDir, "stores", `${"a".repeat(40)}-1.git.part`));
  cpSync(path, join(dataDir, "stores", `${"b".repeat(40)}-1.git`), { recursive: true });
  writeFileSync(join(path, "users", "another"), "");
  writeFileSync(join(path, "objects", "pack", `pack-${"c".repeat(40)}.pack`), "half");
  writeFileSync(join(path, "objects", "pack", "tmp_pack_x"), "half");
  writeFileSync(join(path, "packed-refs.lock"), "");
  await sources.removeUnshared();
  expect(stores()).toEqual([store]);
  expect(readdirSync(join(path, "users"))).toEqual(["one"]);
  push("after the crash");
  await sync("one");
  fsck("one");
  const left = () => readdirSync(join(path, "objects", "pack")).filter((name) => /tmp|cccc/.test(name));
  // Its index may be on the way.
  expect(left()).toEqual([`pack-${"c".repeat(40)}.pack`]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * HOUR_MS });
  push("after an hour");
  await sync("one").finally(() => vi.useRealTimers());
  expect(left()).toEqual([]);
  // The mirror was removed, and its process killed before the store was.
  rmSync(mirror("one"), { recursive: true });
  await sources.removeUnshared();
  expect(stores()).toEqual([]);
});

test("a mirror that is removed while its packs are on the way leaves no store that lacks some of them", async () => {
  await sync("one");
  const [store = ""] = stores();
  rmSync(mirror("one"), { recursive: true });
  writeFileSync(join(dataDir, "stores", store, "unfinished"), "one");
  expect(await host.sent(() => sync("two", "second"))).toBeGreaterThan(400_000);
  fsck("two");
});

test("packs of a mirror that was interrupted are awaited from it alone", async () => {
  await sync("one");
  await sync("two", "second");
  const [store = ""] = stores();
  const mark = join(dataDir, "stores", store, "unfinished");
  writeFileSync(mark, "one");
  // What another mirror gets in between stays its own.
  const topic = push("more", "topic");
  const refs = new Map([["refs/heads/topic", topic]]);
  const head = git(origin, "rev-parse", "main");
  await sources.fetchListed("two", accessOf("second"), { head, refs }, never);
  expect(readFileSync(mark, "utf8")).toBe("one");
  expect(packs(mirror("two"))).toHaveLength(1);
  fsck("two");
  // It then has another store, and the first one is left to the mirror that may complete it.
  await sync("two", "second");
  expect(stores()).toEqual([store, store.replace("-1.git", "-2.git")]);
  expect(readFileSync(mark, "utf8")).toBe("one");
  push("later");
  for (let turn = 0; turn < 2; turn++) for (const id of ["one", "two"]) await sync(id);
  expect(stores()).toEqual([store.replace("-1.git", "-2.git")]);
  for (const id of ["one", "two"]) fsck(id);
});

test("a mirror whose files cannot be read is not taken for one that is gone", async () => {
  await sync("one");
  await sync("two", "second");
  const [store = ""] = stores();
  const alternates = join(mirror("one"), "objects", "info", "alternates");
  const text = readFileSync(alternates);
  rmSync(alternates);
  mkdirSync(alternates);
  await expect(sources.removeUnshared()).rejects.toThrow("EISDIR");
  await expect(sources.sharersOf("two")).rejects.toThrow("EISDIR");
  await expect(has("one", "main")).rejects.toThrow("EISDIR");
  rmSync(alternates, { recursive: true });
  writeFileSync(alternates, text);
  expect(readdirSync(join(dataDir, "stores", store, "users"))).toEqual(["one", "two"]);
  for (const id of ["one", "two"]) fsck(id);
});

test("a folder of mirrors that is a link to another one", async () => {
  const elsewhere = join(folder.path, "big", "disk");
  mkdirSync(elsewhere, { recursive: true });
  symlinkSync(elsewhere, join(dataDir, "mirrors"));
  await sources.updateMirror("one", accessOf("first"), { signal: never });
  for (let turn = 0; turn < 2; turn++) for (const id of ["one", "two"]) await sync(id);
  for (const id of ["one", "two"]) {
    expect(packs(mirror(id))).toEqual([]);
    fsck(id);
  }
  // And one that becomes a link.
  rmSync(join(dataDir, "mirrors"));
  cpSync(elsewhere, join(folder.path, "mirrors"), { recursive: true });
  symlinkSync(join(folder.path, "mirrors"), join(dataDir, "mirrors"));
  expect(await host.sent(() => sync("one"))).toBeLessThan(4000);
  fsck("one");
});

test("objects that git does not find from the mirror stay there", async () => {
  await sources.updateMirror("one", accessOf("first"), { signal: never });
  await update("one");
  const [store = ""] = stores();
  const alternates = join(mirror("one"), "objects", "info", "alternates");
  writeFileSync(alternates, `../nowhere/${store}/objects\n`);
  await giveObjects(mirror("one"), join(dataDir, "stores", store), never);
  expect(packs(mirror("one"))).toHaveLength(1);
  expect(git(mirror("one"), "cat-file", "-t", "refs/clew/head")).toBe("commit");
});

test("what a takeover has linked counts once", async () => {
  for (const id of ["one", "two"]) await sources.updateMirror(id, accessOf("first"), { signal: never });
  const before = await sources.mirrorBytes("one");
  await update("one");
  expect(await sources.mirrorBytes("one")).toBeGreaterThan(before * 0.9);
  await update("two");
  expect((await sources.mirrorBytes("one")) + (await sources.mirrorBytes("two"))).toBe(bytesOnDisk());
});

/** Another process of the data folder, which updates a mirror and stays. */
async function startProcess(id: string): Promise<{ readonly kill: () => Promise<void> }> {
  const options = { dataDir, allowedNetworks: ["127.0.0.0/8"], allowedPaths: [] };
  const module = new URL("../../../server/sources/createSources.ts", import.meta.url).href;
  const code = `import { createSources } from ${JSON.stringify(module)};
    const sources = createSources(${JSON.stringify(options)});
    const signal = new AbortController().signal;
    await sources.updateMirror(${JSON.stringify(id)}, ${JSON.stringify(accessOf("first"))}, { signal, companyId: "company" });
    console.log("updated");
    setInterval(() => sources, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await Promise.race([new Promise((resolve) => child.stdout.once("data", resolve)), ended]);
  return {
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

test("of two processes on one data folder, one writes to what is shared", { timeout: 60_000 }, async () => {
  const other = await startProcess("one");
  try {
    const [store = ""] = stores();
    const path = join(dataDir, "stores", store);
    const files = () => readdirSync(path, { recursive: true, encoding: "utf8" }).sort();
    const before = files();
    mkdirSync(join(dataDir, "stores", `${"a".repeat(40)}-1.git.part`));
    await sync("two", "second");
    expect(packs(mirror("two"))).not.toEqual([]);
    push("later");
    await sync("one");
    fsck("one");
    expect(git(mirror("one"), "rev-parse", "refs/clew/head")).toBe(git(origin, "rev-parse", "main"));
    await sources.removeUnshared();
    await sources.removeMirror("two");
    expect(files()).toEqual(before);
    expect(stores()).toHaveLength(2);
  } finally {
    await other.kill();
  }
  await sync("two", "second");
  await sync("one");
  await sources.removeUnshared();
  expect(stores()).toHaveLength(1);
  for (const id of ["one", "two"]) {
    expect(packs(mirror(id))).toEqual([]);
    fsck(id);
  }
});
