/** What mirrors share stays whole under faults: another process, an interrupted move, files that cannot be read, links in the path. */
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { giveObjects } from "../../../server/sources/git/sharedObjects.ts";
import { git } from "./gitFixture.ts";
import {
  accessOf,
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

test("packs of a mirror that was interrupted are awaited from it alone", async () => {
  await sync("one");
  await sync("two", "second");
  const [store = ""] = stores();
  const mark = join(dataDir, "stores", store, "unfinished");
  writeFileSync(mark, "one");
  // What another mirror gets meanwhile stays its own.
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
