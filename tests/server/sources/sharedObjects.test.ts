/** Mirrors of one company at one address share their objects: what comes over the network, what is on the disk, and what each one can read. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { HOUR_MS } from "../../../contract/durations.ts";
import { runProgram } from "../support/smallProcess.ts";
import { git } from "./gitFixture.ts";
import {
  accessOf,
  bytesOf,
  bytesOnDisk,
  dataDir,
  folder,
  fsck,
  has,
  host,
  mirror,
  never,
  origin,
  packs,
  push,
  sources,
  stores,
  sync,
  update,
  eachTestHasSharingHost,
} from "./sharingFixture.ts";

eachTestHasSharingHost();

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
