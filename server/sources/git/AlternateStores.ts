/**
 * Objects of git that the mirrors of one company share: a bare repository for each address, which mirrors read as their alternate. Nothing
 * is removed from one that a mirror reads. Its refs are the commits of its mirrors, so that git offers them to a host.
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { Semaphore } from "../../concurrency.ts";
import { lockDirectory } from "../../db/pglite/directoryLock.ts";
import { orIfMissing } from "../../git/absentFiles.ts";
import { gitFailure } from "./gitFailure.ts";
import {
  folderBytes,
  isThere,
  mirrorFolderIn,
  partFolder,
  removeHalfPacks,
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
export const objectFormatOf = (hash: string): ObjectFormat => (hash.length > 40 ? "sha256" : "sha1");

/** What a store is for, and a number that grows with each one that was damaged. */
const NAME = /^([0-9a-f]{40})-(\d+)\.git$/;
const KEY_LENGTH = 40;
const keyOfStore = (store: string): string => basename(store).slice(0, KEY_LENGTH);

const usersOf = (store: string): string => join(store, "users");
const retiredMark = (store: string): string => join(store, "retired");
const unfinishedMark = (store: string): string => join(store, "unfinished");

/** The stores below a data folder, to which one process writes. */
export class AlternateStores {
  readonly #folder: string;
  readonly #mirrorFolder: (sourceId: string) => string;
  /** By key: the turn to write, and how many have it or wait for it. */
  readonly #turns = new Map<string, { readonly turn: Semaphore; count: number }>();
  #unlock: (() => void) | null = null;
  #isClosed = false;

  constructor(dataDir: string) {
    this.#folder = storesFolder(dataDir);
    this.#mirrorFolder = mirrorFolderIn(dataDir);
  }

  /**
   * Whether this process is the one that writes to the stores, which it then is until it ends. Others of the same data folder read them, and
   * write to mirrors alone.
   */
  isWriter(): boolean {
    if (this.#unlock === null && !this.#isClosed) this.#unlock = tryLock(this.#folder);
    return this.#unlock !== null;
  }

  /** Lets another process write, once what is written here has ended. */
  close(): void {
    this.#isClosed = true;
    if (this.#turns.size > 0) return;
    this.#unlock?.();
    this.#unlock = null;
  }

  /** The key of a repository's objects. @param commit one of it: objects of sha-1 and of sha-256 are never in one store */
  keyOf({ companyId, url }: Sharing, commit: string): string {
    const text = [companyId, String(commit.length), url].join("\0");
    return createHash("sha256").update(text).digest("hex").slice(0, KEY_LENGTH);
  }

  isOf(store: string, key: string): boolean {
    return keyOfStore(store) === key;
  }

  /** Works while no other mirror that shares the objects is written. For the writer. @throws the signal's reason, where it has to wait */
  async exclusive<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const entry = this.#turns.get(key) ?? { turn: new Semaphore(1), count: 0 };
    this.#turns.set(key, entry);
    entry.count += 1;
    try {
      return await entry.turn.run(work, signal);
    } finally {
      entry.count -= 1;
      if (entry.count === 0) this.#turns.delete(key);
      if (this.#isClosed) this.close();
    }
  }

  /**
   * Works in the turn of the mirror's store; where it shares nothing, at once with null.
   * @param alone instead of it where another process writes to the store
   */
  async inTurnOf<T>(
    mirror: string,
    signal: AbortSignal,
    work: (store: string | null) => Promise<T>,
    alone: () => Promise<T> = () => work(null),
  ): Promise<T> {
    const store = await storeOfMirror(mirror);
    if (store === null) return work(null);
    return this.isWriter() ? this.exclusive(keyOfStore(store), signal, () => work(store)) : alone();
  }

  /**
   * The store to which the mirror of a source writes: the newest one, or a new one where that is damaged. In its turn.
   * @throws SourceError
   */
  async open(key: string, format: ObjectFormat, sourceId: string): Promise<string> {
    const names = await orIfMissing(readdir(this.#folder), []);
    const numbers = names.flatMap((name) => {
      const [, ofName, number] = NAME.exec(name) ?? [];
      return ofName === key ? [Number(number)] : [];
    });
    const newest = Math.max(0, ...numbers);
    const store = this.#pathOf(key, newest);
    if (newest > 0 && (await this.#isWhole(store, sourceId))) {
      await removeLeftovers(store);
      await removeHalfPacks(store);
      return store;
    }
    return this.#make(this.#pathOf(key, newest + 1), format);
  }

  #pathOf(key: string, number: number): string {
    return join(this.#folder, `${key}-${number}.git`);
  }

  /** False also where packs are on the way from a mirror that is gone, or is another one's: later packs may need earlier ones. */
  async #isWhole(store: string, sourceId: string): Promise<boolean> {
    if (await isRetired(store)) return false;
    const giver = await unfinishedGiver(store);
    return giver === null || (giver === sourceId && (await this.#isUser(store, giver)));
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
    const users: string[] = [];
    for (const id of await noted(store)) if (await this.#isUser(store, id)) users.push(id);
    return users.sort();
  }

  async #isUser(store: string, sourceId: string): Promise<boolean> {
    const mirror = this.#mirrorFolder(sourceId);
    for (const path of [mirror, partFolder(mirror)]) if ((await storeOfMirror(path)) === store) return true;
    return false;
  }

  /** Bytes of the store that count for a source: equal parts, whose sum is the whole. */
  async share(store: string, sourceId: string): Promise<number> {
    const [bytes, users] = [await folderBytes(store, new Set()), await this.users(store)];
    const place = users.indexOf(sourceId);
    if (place < 0) return 0;
    return Math.floor(bytes / users.length) + (place < bytes % users.length ? 1 : 0);
  }

  /**
   * Forgets a mirror that is gone, and removes a store that no other one reads; one that is being written for long, or by another process, at the next
   * collection.
   * @param turn the key whose turn the caller has
   */
  async leave(store: string, sourceId: string, turn?: string): Promise<void> {
    if (!this.isWriter()) return;
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
    const names = await orIfMissing(readdir(this.#folder), []);
    if (names.length === 0 || !this.isWriter()) return;
    for (const name of names) {
      const store = join(this.#folder, name);
      const key = keyOfStore(store);
      if (this.#turns.has(key)) continue;
      const work = (): Promise<void> =>
        NAME.test(name) ? this.#collectStore(store) : rm(store, { recursive: true, force: true });
      // An operator may remove it meanwhile.
      await orIfMissing(this.exclusive(key, NEVER, work), undefined);
    }
  }

  async #collectStore(store: string): Promise<void> {
    const used = new Set(await this.users(store));
    for (const id of await orIfMissing(readdir(usersOf(store)), []))
      if (!used.has(id)) await rm(join(usersOf(store), id), { force: true });
    if (!(await this.#removeUnused(store))) await writeTips(store);
  }

  async #removeUnused(store: string): Promise<boolean> {
    if ((await this.users(store)).length > 0) return false;
    // A store that is removed by half must not be taken for one.
    const gone = `${store}.removed`;
    await orIfMissing(rename(store, gone), undefined);
    await rm(gone, { recursive: true, force: true });
    return true;
  }
}

/** Milliseconds that the removal of a mirror waits for others that are written. */
const LEAVE_MS = 5000;

const NEVER = new AbortController().signal;

/** @returns what unlocks it; null where another process has it, or the disk has no locks */
function tryLock(folder: string): (() => void) | null {
  try {
    return lockDirectory(folder);
  } catch {
    return null;
  }
}

/** Sources that have begun to read a store. */
const noted = async (store: string): Promise<string[]> =>
  (await orIfMissing(readdir(usersOf(store)), [])).filter((name) => !name.endsWith(".new"));

/** Its mirrors are rebuilt, with another store. */
export const retire = (store: string): Promise<void> => orIfMissing(writeFile(retiredMark(store), ""), undefined);

/** Whether mirrors must not read it any more. */
export const isRetired = async (store: string): Promise<boolean> =>
  !(await isThere(join(store, "objects"))) || (await isThere(retiredMark(store)));

/** Before the mirror of a source begins to read a store. */
export const addUser = (store: string, sourceId: string): Promise<void> =>
  writeFile(join(usersOf(store), sourceId), "", { flag: "a", mode: 0o600 });

/** While several packs of a source are moved into a store, one of which may need another. */
export const markUnfinished = (store: string, giver: string): Promise<void> =>
  replaceFile(unfinishedMark(store), giver);

/** The packs are all there. */
export const markFinished = (store: string): Promise<void> => rm(unfinishedMark(store), { force: true });

/** The source whose packs are on the way; null: none. */
export const unfinishedGiver = (store: string): Promise<string | null> =>
  orIfMissing(readFile(unfinishedMark(store), "utf8"), null);

/** The objects that the refs of a source's mirror name, as they were noted last. */
export async function notedTips(store: string, sourceId: string): Promise<string[]> {
  const text = await orIfMissing(readFile(join(usersOf(store), sourceId), "utf8"), "");
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
  for (const id of await noted(store)) for (const tip of await notedTips(store, id)) tips.add(tip);
  const lines = [...tips].sort().map((tip) => `${tip} refs/tips/${tip}\n`);
  await replaceFile(join(store, "packed-refs"), `# pack-refs with: sorted \n${lines.join("")}`);
}
