/**
 * A repository of our own made of the refs and objects of a local one. git runs in the copy alone: the copy has a configuration of ours,
 * no alternates and no links, so that nothing the original names is followed, even if it changes while it is read.
 */
import { createWriteStream } from "node:fs";
import { constants } from "node:fs";
import { link, lstat, mkdir, open, readdir, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { isMissing } from "./absentFiles.ts";
import {
  type LocalRepository,
  RepositoryPathError,
  openInside,
  pathOf,
  readInside,
  resolveInside,
} from "./localRepository.ts";

const MAX_REFS = 200_000;
const MAX_REF_LENGTH = 4096;
const MAX_LIST_BYTES = 256 << 20;
const MAX_DEPTH = 64;
const MAX_ATTEMPTS = 3;

/** Makes `into` a bare repository with HEAD, the branches and tags, and the cut of a shallow history, without any object. @throws RepositoryPathError */
export async function copyRefs(repository: LocalRepository, into: string): Promise<void> {
  const { allowed, commonDir } = repository;
  await mkdir(join(into, "objects", "pack"), { recursive: true, mode: 0o700 });
  await mkdir(join(into, "refs", "heads"), { recursive: true });
  await writeFile(join(into, "config"), configOf(repository));
  for (const [name, part] of [
    ["packed-refs", "its list of refs"],
    ["shallow", "its list of cut commits"],
  ] as const) {
    const text = await readInside(join(commonDir, name), allowed, part, MAX_LIST_BYTES).catch(passMissing);
    if (text !== null) await writeFile(join(into, name), text);
  }
  let head = await readRef(repository, join(repository.gitDir, "HEAD"));
  if (head === null) throw new RepositoryPathError("missing", "its HEAD");
  await writeFile(join(into, "HEAD"), head);
  let left = MAX_REFS;
  const copyFolder = async (name: string, depth: number): Promise<void> => {
    const folder = await resolveInside(join(commonDir, name), allowed, "its refs").catch(passMissing);
    if (folder === null || depth > MAX_DEPTH) return;
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (--left < 0) throw new RepositoryPathError("format", "its refs");
      const path = join(folder, entry.name);
      const isFolder = entry.isSymbolicLink() ? await isLinkedFolder(repository, path) : entry.isDirectory();
      if (isFolder) await copyFolder(`${name}/${entry.name}`, depth + 1);
      else await copyRef(repository, `${name}/${entry.name}`, into);
    }
  };
  await copyFolder("refs/heads", 0);
  await copyFolder("refs/tags", 0);
  // HEAD may name a ref that is no branch, and that one another.
  for (let links = 0; links < 5; links += 1) {
    const named: string | undefined = /^ref: (refs\/[^\0\r\n]+)/.exec(head)?.[1]?.trimEnd();
    if (named === undefined || named.split("/").some((step) => step === "" || step.startsWith("."))) return;
    const text = await copyRef(repository, named, into);
    if (text === null) return;
    head = text;
  }
}

const configOf = ({ objectFormat }: LocalRepository): string =>
  objectFormat === "sha1"
    ? "[core]\n\trepositoryformatversion = 0\n\tbare = true\n"
    : `[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectFormat = ${objectFormat}\n`;

function passMissing(error: unknown): null {
  if (error instanceof RepositoryPathError && error.reason === "missing") return null;
  throw error;
}

async function isLinkedFolder({ allowed }: LocalRepository, path: string): Promise<boolean> {
  const target = await readlink(path);
  if (target.startsWith("refs/")) return false;
  const real = await resolveInside(path, allowed, "its refs").catch(passMissing);
  return real !== null && (await stat(real)).isDirectory();
}

async function copyRef(repository: LocalRepository, name: string, into: string): Promise<string | null> {
  const text = await readRef(repository, join(repository.commonDir, name));
  if (text === null) return null;
  await mkdir(dirname(join(into, name)), { recursive: true });
  await writeFile(join(into, name), text);
  return text;
}

/** The text of a ref. A link whose target begins with `refs/` is git's old form of a ref that names another. */
async function readRef({ allowed }: LocalRepository, path: string): Promise<string | null> {
  const target = await readlink(path).catch(() => null);
  if (target?.startsWith("refs/")) return `ref: ${target}\n`;
  return (await readInside(path, allowed, "a ref", MAX_REF_LENGTH).catch(passMissing))?.toString("utf8") ?? null;
}

const FAN_OUT = /^[0-9a-f]{2}$/;
const LOOSE = /^(?:[0-9a-f]{38}|[0-9a-f]{62})$/;
/** Indexes of many packs, bitmaps and commit graphs are left out: they are only for speed, and could disagree with the objects. */
const PACKED = /^[\w.-]+\.(?:pack|idx|promisor)$/;

/**
 * Adds the objects of the repository and of its alternates, by hard links where the disk is the same.
 * @throws RepositoryPathError; the signal's reason
 */
export async function copyObjects(repository: LocalRepository, into: string, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      for (const folder of repository.objectFolders) await copyStore(repository, folder, join(into, "objects"), signal);
      return;
    } catch (error) {
      // A repacking puts new packs in the place of old ones while we read.
      if (!isMissing(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function copyStore(repository: LocalRepository, store: string, into: string, signal: AbortSignal): Promise<void> {
  for (const { name } of await readdir(store, { withFileTypes: true })) {
    const names = name === "pack" ? PACKED : FAN_OUT.test(name) ? LOOSE : null;
    if (names === null) continue;
    signal.throwIfAborted();
    await copyFolder(repository, join(store, name), join(into, name), names);
  }
}

async function copyFolder(repository: LocalRepository, path: string, into: string, names: RegExp): Promise<void> {
  const part = "its object store";
  const real = await resolveInside(path, repository.allowed, part);
  const folder = await open(real, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW).catch(passOther);
  if (folder === null) return;
  try {
    if (repository.allowed !== null) {
      const opened = await pathOf(folder, real);
      await resolveInside(opened, repository.allowed, part);
    }
    // The opened folder stays the same one, even if another one gets its name.
    const at = process.platform === "linux" ? `/proc/self/fd/${folder.fd}` : null;
    await mkdir(into, { recursive: true });
    for (const name of await readdir(at ?? real)) {
      if (!names.test(name)) continue;
      const target = join(into, name);
      if (at !== null && (await linkFile(join(at, name), target))) continue;
      await copyFile(repository, join(real, name), target);
    }
  } finally {
    await folder.close();
  }
}

/** What is no folder holds no objects. */
function passOther(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return null;
  throw error;
}

/** @returns false where the file cannot be linked, or is no regular file: then nothing is left at `target` */
async function linkFile(path: string, target: string): Promise<boolean> {
  try {
    await link(path, target);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return true;
    if (isMissing(error)) throw error;
    return false;
  }
  if ((await lstat(target)).isFile()) return true;
  await rm(target, { force: true });
  return false;
}

async function copyFile({ allowed }: LocalRepository, path: string, target: string): Promise<void> {
  const file = await openInside(path, allowed, "a file of its object store");
  try {
    await pipeline(file.createReadStream({ autoClose: false }), createWriteStream(target, { mode: 0o444 }));
  } finally {
    await file.close();
  }
}

/**
 * Makes `into` a repository that exposes another one through links, with a configuration of our own. For repositories of the user who runs
 * this program, who may read all that they reference; their configuration is not read.
 */
export async function linkRepository(repository: LocalRepository, into: string): Promise<void> {
  const { gitDir, commonDir, objectFolders, allowed } = repository;
  await mkdir(into, { recursive: true, mode: 0o700 });
  await writeFile(join(into, "config"), configOf(repository));
  const head = await readRef(repository, join(gitDir, "HEAD"));
  if (head === null) throw new RepositoryPathError("missing", "its HEAD");
  await writeFile(join(into, "HEAD"), head);
  await symlink(objectFolders[0] ?? join(commonDir, "objects"), join(into, "objects"));
  for (const name of ["refs", "packed-refs", "shallow", "logs"]) {
    const real = await resolveInside(join(commonDir, name), allowed, name).catch(passMissing);
    if (real !== null) await symlink(real, join(into, name));
  }
  // Even a repository without loose refs has the folder, or git does not take it for one.
  await mkdir(join(into, "refs"), { recursive: true });
}
