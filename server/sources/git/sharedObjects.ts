/** How the objects of a mirror come into the store that it shares, and out of it. All of it happens in the turn of the store. */
import { copyFile, link, readFile, readdir, realpath, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { orIfMissing } from "../../git/absentFiles.ts";
import { gitFailure } from "./gitFailure.ts";
import { removeCommitGraph } from "./mirrorCommitGraph.ts";
import {
  formerFile,
  isShallow,
  isThere,
  readFromStore,
  readOwnAlone,
  replaceFile,
  sourceOfMirror,
  storeOfMirror,
} from "./mirrorFiles.ts";
import { addUser, markFinished, markUnfinished, notedTips, noteTips, unfinishedGiver } from "./AlternateStores.ts";
import { runSourceGit } from "./sourceGit.ts";

const packsOf = (folder: string): string => join(folder, "objects", "pack");
const FAN_OUT = /^[0-9a-f]{2}$/;
/** Former commits of refs that a mirror remembers. */
const MAX_FORMER = 10_000;

/** Names of whole packs without their endings. */
async function packNames(folder: string): Promise<string[]> {
  const names = new Set(await orIfMissing(readdir(packsOf(folder)), []));
  return [...names]
    .filter((name) => name.startsWith("pack-") && name.endsWith(".idx"))
    .map((name) => name.slice(0, -".idx".length))
    .filter((base) => names.has(`${base}.pack`));
}

/** Whether a store has no objects yet. */
export const isEmptyStore = async (store: string): Promise<boolean> => (await packNames(store)).length === 0;

async function run(folder: string, args: readonly string[], signal: AbortSignal, input = ""): Promise<string> {
  const { code, output, stderr } = await runSourceGit([`--git-dir=${folder}`, ...args], { signal, input });
  if (code !== 0) throw gitFailure(stderr, "");
  return output.toString("latin1");
}

/** A new mirror reads the store. */
export async function beginSharing(mirror: string, store: string): Promise<void> {
  await addUser(store, sourceOfMirror(mirror));
  await readFromStore(mirror, store);
}

/** Packs the objects that are files of their own, whether a ref needs them or not. */
async function packLoose(mirror: string, signal: AbortSignal): Promise<void> {
  const objects = join(mirror, "objects");
  const loose: string[] = [];
  for (const start of (await readdir(objects)).filter((name) => FAN_OUT.test(name)))
    for (const rest of await readdir(join(objects, start)))
      if (/^[0-9a-f]{38,62}$/.test(rest)) loose.push(start + rest);
  if (loose.length === 0) return;
  await run(mirror, ["pack-objects", "-q", join(packsOf(mirror), "pack")], signal, `${loose.join("\n")}\n`);
  await run(mirror, ["prune-packed", "-q"], signal);
}

/**
 * Moves all objects of a mirror into its store. Each file is in one of the two at any time, and an index comes after its pack.
 * @param isKept the mirror keeps its own, for reads that began before it had a store
 * @returns false: the store waits for packs of another mirror, so that it gets none of this one
 * @throws SourceError
 */
export async function giveObjects(
  mirror: string,
  store: string,
  signal: AbortSignal,
  isKept = false,
): Promise<boolean> {
  const [sourceId, giver] = [sourceOfMirror(mirror), await unfinishedGiver(store)];
  if (giver !== null && giver !== sourceId) return false;
  await packLoose(mirror, signal);
  const names = await packNames(mirror);
  if (names.length > 1) await markUnfinished(store, sourceId);
  for (const name of names)
    for (const ending of ["pack", "rev", "idx"])
      await linkOrCopy(join(packsOf(mirror), `${name}.${ending}`), join(packsOf(store), `${name}.${ending}`));
  await markFinished(store);
  if (names.length === 0 || isKept || !(await seesStore(mirror, store, signal))) return true;
  for (const name of names)
    for (const ending of ["idx", "rev", "bitmap", "keep", "pack"])
      await rm(join(packsOf(mirror), `${name}.${ending}`), { force: true });
  return true;
}

/** Whether git finds the store from the mirror. Where it does not, the mirror must keep its own objects. */
async function seesStore(mirror: string, store: string, signal: AbortSignal): Promise<boolean> {
  const text = await run(mirror, ["-c", "core.quotePath=false", "count-objects", "-v"], signal);
  const [, path = ""] = /^alternate: (.+)$/m.exec(Buffer.from(text, "latin1").toString()) ?? [];
  return (await orIfMissing(realpath(path), null)) === (await realpath(join(store, "objects")));
}

async function linkOrCopy(from: string, to: string): Promise<void> {
  if ((await isThere(to)) || !(await isThere(from))) return;
  await link(from, to).catch(async () => {
    const part = `${to.slice(0, to.lastIndexOf("/"))}/tmp_${to.slice(to.lastIndexOf("/") + 1)}`;
    await copyFile(from, part);
    await rename(part, to);
  });
}

/**
 * A mirror that had its objects alone reads the store from now on. They are moved by the next update: reads that are running do not know the
 * store.
 * @throws SourceError
 */
export async function takeOver(mirror: string, store: string, signal: AbortSignal): Promise<void> {
  const isFirst = await isEmptyStore(store);
  await beginSharing(mirror, store);
  if (!isFirst) return;
  if (await giveObjects(mirror, store, signal, true)) await rememberTips(mirror, store, signal);
}

/** Whether a mirror that shares has objects of its own besides: after a takeover, an interruption, or a release that does not share. */
export async function hasOwnObjects(mirror: string): Promise<boolean> {
  if ((await packNames(mirror)).length > 0) return true;
  return (await orIfMissing(readdir(join(mirror, "objects")), [])).some((name) => FAN_OUT.test(name));
}

/** Moves own objects that the store lacks, and removes those that it has. @throws SourceError */
export async function giveOwnObjects(mirror: string, store: string, signal: AbortSignal): Promise<void> {
  const there = new Set(await packNames(store));
  if (!(await packNames(mirror)).every((name) => there.has(name)))
    await run(mirror, ["-c", "repack.writeBitmaps=false", "repack", "-a", "-d", "-l", "-k", "-q"], signal);
  if (!(await giveObjects(mirror, store, signal))) return;
  await rm(join(packsOf(mirror), "multi-pack-index"), { force: true });
  await removeCommitGraph(mirror);
}

/** The mirror has all objects of its refs in its own folder again, and reads no store. @throws SourceError */
export async function endSharing(mirror: string, signal: AbortSignal): Promise<void> {
  await run(mirror, ["-c", "repack.writeBitmaps=false", "repack", "-a", "-d", "-q"], signal);
  await readOwnAlone(mirror);
}

/**
 * Writes to a mirror, and moves what it got to where it is shared. What it had of its own before stays with the new until the next update,
 * which compares both with the store.
 * @param store null: it shares nothing
 * @throws SourceError
 */
export async function writeShared<T>(
  mirror: string,
  store: string | null,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  if (store === null || (await storeOfMirror(mirror)) !== store || (await hasOwnObjects(mirror))) return work();
  const result = await work();
  await settle(mirror, store, signal);
  return result;
}

/**
 * After a mirror was written: its objects come into the store, and its refs become those that git offers to a host. A shallow repository
 * cannot share: what is cut for one is not cut for another.
 * @throws SourceError
 */
export async function settle(mirror: string, store: string, signal: AbortSignal): Promise<void> {
  if (await isShallow(mirror)) return endSharing(mirror, signal);
  if (await giveObjects(mirror, store, signal)) await rememberTips(mirror, store, signal);
}

async function rememberTips(mirror: string, store: string, signal: AbortSignal): Promise<void> {
  const id = sourceOfMirror(mirror);
  const before = await notedTips(store, id);
  const listed = await run(mirror, ["for-each-ref", "--format=%(objectname)", "refs/clew/"], signal);
  const tips = [...new Set(listed.split("\n").filter((line) => line !== ""))].sort();
  if (tips.join("\n") === before.join("\n")) return;
  const now = new Set(tips);
  await rememberFormer(
    mirror,
    before.filter((tip) => !now.has(tip)),
    signal,
  );
  await noteTips(store, id, tips);
}

/**
 * What the host has listed to this source stays its own after a branch is removed or moved: requests name such commits. Others of the store
 * are not, so they are listed.
 */
async function rememberFormer(mirror: string, gone: readonly string[], signal: AbortSignal): Promise<void> {
  if (gone.length === 0) return;
  const input = `${gone.join("\n")}\n`;
  const args = ["rev-list", "--ignore-missing", "--stdin", "--not", "--glob=refs/clew/*"];
  const outside = new Set((await run(mirror, args, signal, input)).split("\n"));
  const previous = (await orIfMissing(readFile(formerFile(mirror), "utf8"), ""))
    .split("\n")
    .filter((line) => line !== "");
  const next = [...new Set([...previous, ...gone.filter((tip) => outside.has(tip))])];
  if (next.length === previous.length) return;
  await replaceFile(formerFile(mirror), next.slice(-MAX_FORMER).join("\n"));
}

/** Whether a mirror shares these objects, and has none of its own besides. */
export const isSettled = async (mirror: string, isWanted: (store: string) => Promise<boolean>): Promise<boolean> => {
  if (await isShallow(mirror)) return true;
  const store = await storeOfMirror(mirror);
  return store !== null && (await isWanted(store)) && !(await hasOwnObjects(mirror));
};
