/**
 * Objects of git that the mirrors of one company share: a bare repository for each address, which mirrors read as their alternate. Nothing
 * is removed from one that a mirror reads. Its refs are the commits of its mirrors, so that git offers them to a host.
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Semaphore } from "../../concurrency.ts";
import { gitFailure } from "./gitFailure.ts";
import {
  folderBytes,
  isThere,
  mirrorFolderIn,
  partFolder,
  removeLeftovers,
  replaceFile,
  storeOfMirror,
  storesFolder,
} from "./mirrorFiles.ts";
import { runSourceGit } from "./sourceGit.ts";

/** Whose mirrors share objects. */
export interface Sharing {
  readonly companyId: string;
  /** The address in the spelling by which sources are compared. */
  readonly url: string;
}

export type ObjectFormat = "sha1" | "sha256";

/** How a repository names its objects, by the hash of one. */
export const formatOf = (hash: string): ObjectFormat => (hash.length > 40 ? "sha256" : "sha1");

/** What a store is for, and a number that grows with each one that was damaged. */
const NAME = /^([0-9a-f]{40})-(\d+)\.git$/;
const KEY_LENGTH = 40;
const keyOfStore = (store: string): string => basename(store).slice(0, KEY_LENGTH);

const usersOf = (store: string): string => join(store, "users");
const retiredMark = (store: string): string => join(store, "retired");
const unfinishedMark = (store: string): string => join(store, "unfinished");

/** The stores below a data folder, which belongs to one process. */
export class ObjectStores {
  readonly #folder: string;
  readonly #mirrorFolder: (sourceId: string) => string;
  /** By key: the turn to write, and how many have it or wait for it. */
  readonly #turns = new Map<string, { readonly turn: Semaphore; count: number }>();

  constructor(dataDir: string) {
    this.#folder = storesFolder(dataDir);
    this.#mirrorFolder = mirrorFolderIn(dataDir);
  }

  /** The key of a repository's objects. @param commit one of it: objects of sha-1 and of sha-256 are never in one store */
  keyOf({ companyId, url }: Sharing, commit: string): string {
    const text = [companyId, String(commit.length), url].join("\0");
    return createHash("sha256").update(text).digest("hex").slice(0, KEY_LENGTH);
  }

  isOf(store: string, key: string): boolean {
    return keyOfStore(store) === key;
  }

  /** Works while no other mirror that shares the objects is written. @throws the signal's reason, where it has to wait */
  async exclusive<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const entry = this.#turns.get(key) ?? { turn: new Semaphore(1), count: 0 };
    this.#turns.set(key, entry);
    entry.count += 1;
    try {
      return await entry.turn.run(work, signal);
    } finally {
      entry.count -= 1;
      if (entry.count === 0) this.#turns.delete(key);
    }
  }

  /** Works in the turn of the mirror's store; where it shares nothing, at once with null. */
  async inTurnOf<T>(mirror: string, signal: AbortSignal, work: (store: string | null) => Promise<T>): Promise<T> {
    const store = await storeOfMirror(mirror);
    return store === null ? work(null) : this.exclusive(keyOfStore(store), signal, () => work(store));
  }

  /**
   * The store to write to: the newest one, or a new one where that is damaged. In its turn.
   * @throws SourceError
   */
  async open(key: string, format: ObjectFormat): Promise<string> {
    const names = await readdir(this.#folder).catch(() => []);
    const numbers = names.flatMap((name) => {
      const [, ofName, number] = NAME.exec(name) ?? [];
      return ofName === key ? [Number(number)] : [];
    });
    const newest = Math.max(0, ...numbers);
    const store = this.#pathOf(key, newest);
    if (newest > 0 && (await this.#isWhole(store))) {
      await removeLeftovers(store);
      await removeHalfPacks(store);
      return store;
    }
    return this.#make(this.#pathOf(key, newest + 1), format);
  }

  #pathOf(key: string, number: number): string {
    return join(this.#folder, `${key}-${number}.git`);
  }

  /** False also where a mirror was removed while its packs were on the way: later ones may need earlier ones that are missing. */
  async #isWhole(store: string): Promise<boolean> {
    if (await isRetired(store)) return false;
    const giver = await readFile(unfinishedMark(store), "utf8").catch(() => null);
    return giver === null || this.#isUser(store, giver);
  }

  /** Has its name only once it is complete. */
  async #make(store: string, format: ObjectFormat): Promise<string> {
    const part = partFolder(store);
    await rm(part, { recursive: true, force: true });
    await mkdir(this.#folder, { recursive: true });
    const { code, stderr } = await runSourceGit(["init", "--quiet", "--bare", `--object-format=${format}`, "--", part]);
    if (code !== 0) throw gitFailure(stderr, "");
    await mkdir(usersOf(part));
    await rename(part, store);
    return store;
  }

  /** Ids of the sources whose mirrors read a store. */
  async users(store: string): Promise<string[]> {
    const names = (await readdir(usersOf(store)).catch(() => [])).filter((name) => !name.endsWith(".new"));
    const isUser = await Promise.all(names.map((id) => this.#isUser(store, id)));
    return names.filter((_, at) => isUser[at]).sort();
  }

  async #isUser(store: string, sourceId: string): Promise<boolean> {
    const mirror = this.#mirrorFolder(sourceId);
    for (const path of [mirror, partFolder(mirror)]) if ((await storeOfMirror(path)) === store) return true;
    return false;
  }

  /** Bytes of the store that count for a source: equal parts, whose sum is the whole. */
  async share(store: string, sourceId: string): Promise<number> {
    const [bytes, users] = [await folderBytes(store), await this.users(store)];
    const place = users.indexOf(sourceId);
    if (place < 0) return 0;
    return Math.floor(bytes / users.length) + (place < bytes % users.length ? 1 : 0);
  }

  /**
   * Forgets a mirror that is gone, and removes a store that no other one reads; one that is being written for long, at the next collection.
   * @param turn the key whose turn the caller has
   */
  async leave(store: string, sourceId: string, turn?: string): Promise<void> {
    if (turn !== undefined && this.isOf(store, turn)) return this.#forget(store, sourceId);
    const timeout = AbortSignal.timeout(LEAVE_MS);
    try {
      await this.exclusive(keyOfStore(store), timeout, () => this.#forget(store, sourceId));
    } catch (error) {
      if (!timeout.aborted) throw error;
    }
  }

  async #forget(store: string, sourceId: string): Promise<void> {
    if (await this.#isUser(store, sourceId)) return;
    await rm(join(usersOf(store), sourceId), { force: true });
    if (!(await this.#removeUnused(store))) await writeTips(store);
  }

  /** Removes what no mirror reads any more, and what was made or removed by half. */
  async collect(): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const store = join(this.#folder, name);
      const key = keyOfStore(store);
      if (this.#turns.has(key)) continue;
      await this.exclusive(key, NEVER, async () => {
        if (!NAME.test(name)) return rm(store, { recursive: true, force: true });
        const used = new Set(await this.users(store));
        for (const id of await readdir(usersOf(store)).catch(() => []))
          if (!used.has(id)) await rm(join(usersOf(store), id), { force: true });
        if (!(await this.#removeUnused(store))) await writeTips(store);
      });
    }
  }

  async #removeUnused(store: string): Promise<boolean> {
    if ((await this.users(store)).length > 0) return false;
    // A store that is removed by half must not be taken for one.
    const gone = `${store}.removed`;
    await rename(store, gone).catch(() => undefined);
    await rm(gone, { recursive: true, force: true });
    return true;
  }
}

/** Milliseconds that the removal of a mirror waits for others that are written. */
const LEAVE_MS = 5000;

const NEVER = new AbortController().signal;

/** Its mirrors are rebuilt, with another store. */
export const retire = (store: string): Promise<void> => writeFile(retiredMark(store), "").catch(() => undefined);

/** Whether mirrors must not read it any more. */
export const isRetired = async (store: string): Promise<boolean> =>
  !(await isThere(join(store, "objects"))) || (await isThere(retiredMark(store)));

/** Before the mirror of a source begins to read a store. */
export const addUser = (store: string, sourceId: string): Promise<void> =>
  writeFile(join(usersOf(store), sourceId), "", { flag: "a", mode: 0o600 });

/** While several packs are moved into a store, one of which may need another. @param giver null: they are all there */
export const markUnfinished = (store: string, giver: string | null): Promise<void> =>
  giver === null ? rm(unfinishedMark(store), { force: true }) : replaceFile(unfinishedMark(store), giver);

/** The objects that the refs of a source's mirror name, as they were noted last. */
export async function notedTips(store: string, sourceId: string): Promise<string[]> {
  const text = await readFile(join(usersOf(store), sourceId), "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}

/** Notes what the refs of a source's mirror name. Everything in their history has to be in the store. */
export async function noteTips(store: string, sourceId: string, tips: readonly string[]): Promise<void> {
  await replaceFile(join(usersOf(store), sourceId), tips.map((tip) => `${tip}\n`).join(""));
  await writeTips(store);
}

/** One file with all refs, which is replaced as a whole: no lock of a killed process is left. */
async function writeTips(store: string): Promise<void> {
  const tips = new Set<string>();
  for (const id of await readdir(usersOf(store)).catch(() => []))
    for (const tip of id.endsWith(".new") ? [] : await notedTips(store, id)) tips.add(tip);
  const lines = [...tips].sort().map((tip) => `${tip} refs/tips/${tip}\n`);
  await replaceFile(join(store, "packed-refs"), `# pack-refs with: sorted \n${lines.join("")}`);
}

/** Packs whose index never came: the mirror that gave them still has them, or is gone. */
async function removeHalfPacks(store: string): Promise<void> {
  const folder = join(store, "objects", "pack");
  const names = new Set(await readdir(folder).catch(() => []));
  for (const name of names) {
    const [, base, ending] = /^(pack-[0-9a-f]+)\.(pack|rev)$/.exec(name) ?? [];
    if (ending !== undefined && !names.has(`${base}.idx`)) await rm(join(folder, name), { force: true });
  }
}
