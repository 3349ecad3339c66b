/**
 * Finds the parts of a repository on this machine without running git in it: git would follow every path that the repository names, and
 * read its configuration. A part is used only where its real path is inside the folders that the caller allows.
 */
import { constants } from "node:fs";
import { type FileHandle, lstat, open, readdir, readlink, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve, sep } from "node:path";
import { runGit } from "./gitProcess.ts";

/** `outside`: it names a path outside of the allowed folders. `missing`: it is no repository, or a part is not there. `format`: git's newer or unknown layout. */
export type RepositoryPathReason = "outside" | "missing" | "format";

/** A local repository cannot be read. The message names the part, never a path. */
export class RepositoryPathError extends Error {
  override readonly name = "RepositoryPathError";
  readonly reason: RepositoryPathReason;

  constructor(reason: RepositoryPathReason, part: string, cause?: unknown) {
    super(part, { cause });
    this.reason = reason;
  }
}

/** Real, absolute folders; null allows every path. */
export type AllowedFolders = readonly string[] | null;

/** Where the parts of a repository are: real paths, inside the allowed folders when they were resolved. */
export interface LocalRepository {
  readonly allowed: AllowedFolders;
  /** HEAD and what else belongs to one work tree. */
  readonly gitDir: string;
  /** Refs, objects and configuration; the same as `gitDir` except in linked work trees. */
  readonly commonDir: string;
  /** The object store and all its alternates. */
  readonly objectFolders: readonly string[];
  readonly objectFormat: "sha1" | "sha256";
}

const MAX_LINKS = 40;
const MAX_OBJECT_FOLDERS = 64;
const MAX_POINTER_BYTES = 64 * 1024;
const MAX_CONFIG_BYTES = 1 << 20;

const isInside = (path: string, allowed: AllowedFolders): boolean =>
  allowed === null ||
  allowed.some((folder) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep));

/**
 * The real path of `path`, which is inside the allowed folders.
 * @param part for the message of an error
 * @throws RepositoryPathError; `missing` only where the place it would have is inside: nothing is revealed about what exists elsewhere
 */
export async function resolveInside(path: string, allowed: AllowedFolders, part: string): Promise<string> {
  let at = path;
  for (let links = 0; ;) {
    try {
      const real = await realpath(at);
      if (!isInside(real, allowed)) throw new RepositoryPathError("outside", part);
      if (at !== path) throw new RepositoryPathError("missing", part);
      return real;
    } catch (error) {
      if (error instanceof RepositoryPathError) throw error;
      // A symlink loop, and a folder without read permission, are reported as missing or outside according to their path.
      const target = links < MAX_LINKS ? await readlink(at).catch(() => null) : null;
      if (target === null && dirname(at) === at) throw new RepositoryPathError("missing", part, error);
      links += 1;
      at = target === null ? dirname(at) : resolve(dirname(at), target);
    }
  }
}

/**
 * Opens a regular file and checks the opened file's own path, so that a link that replaced it meanwhile is refused.
 * @throws RepositoryPathError
 */
export async function openInside(path: string, allowed: AllowedFolders, part: string): Promise<FileHandle> {
  const real = await resolveInside(path, allowed, part);
  // Without O_NONBLOCK the opening of a named pipe waits for its other end.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
  const file = await open(real, flags).catch((error: unknown) => {
    throw new RepositoryPathError("missing", part, error);
  });
  try {
    if (!(await file.stat()).isFile()) throw new RepositoryPathError("missing", part);
    if (!isInside(await pathOf(file, real), allowed)) throw new RepositoryPathError("outside", part);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The path of an open file or folder in the system; where it has none, the real path of the same file. */
export async function pathOf(file: FileHandle, path: string): Promise<string> {
  if (process.platform === "linux") return readlink(`/proc/self/fd/${file.fd}`);
  const [real, opened] = [await realpath(path), await file.stat()];
  const there = await lstat(real);
  return there.dev === opened.dev && there.ino === opened.ino ? real : sep;
}

/** @throws RepositoryPathError, also for a file longer than `limit` bytes */
export async function readInside(path: string, allowed: AllowedFolders, part: string, limit: number): Promise<Buffer> {
  const file = await openInside(path, allowed, part);
  try {
    if ((await file.stat()).size > limit) throw new RepositoryPathError("format", part);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/**
 * Finds the repository of a folder: a work tree, a linked work tree, a submodule or a bare repository.
 * @throws RepositoryPathError
 */
export async function findLocalRepository(folder: string, allowed: AllowedFolders): Promise<LocalRepository> {
  const top = await resolveInside(folder, allowed, "its folder");
  const gitDir = (await isThere(join(top, ".git"))) ? await behindDotGit(top, allowed) : top;
  const commonDir = await commonOf(gitDir, allowed);
  if (!(await isThere(join(gitDir, "HEAD")))) throw new RepositoryPathError("missing", "its HEAD");
  const objects = await folderInside(join(commonDir, "objects"), allowed, "its object store");
  return {
    allowed,
    gitDir,
    commonDir,
    objectFolders: await withAlternates(objects, allowed),
    objectFormat: await objectFormatOf(commonDir, allowed),
  };
}

async function folderInside(path: string, allowed: AllowedFolders, part: string): Promise<string> {
  const real = await resolveInside(path, allowed, part);
  if (!(await stat(real)).isDirectory()) throw new RepositoryPathError("missing", part);
  return real;
}

/** `.git` is the folder itself, a link to it, or a file that names it; a file that names another such file is not followed by git either. */
async function behindDotGit(top: string, allowed: AllowedFolders): Promise<string> {
  const part = "its .git";
  const dotGit = await resolveInside(join(top, ".git"), allowed, part);
  if ((await stat(dotGit)).isDirectory()) return dotGit;
  const [, named] =
    /^gitdir: (.+?)[\r\n]*$/s.exec((await readInside(dotGit, allowed, part, MAX_POINTER_BYTES)).toString("utf8")) ?? [];
  if (named === undefined) throw new RepositoryPathError("missing", part);
  return folderInside(isAbsolute(named) ? named : join(dirname(dotGit), named), allowed, part);
}

async function commonOf(gitDir: string, allowed: AllowedFolders): Promise<string> {
  const part = "its common folder";
  const pointer = join(gitDir, "commondir");
  if (!(await isThere(pointer))) return gitDir;
  const named = (await readInside(pointer, allowed, part, MAX_POINTER_BYTES)).toString("utf8").replace(/[\r\n]+$/, "");
  return folderInside(isAbsolute(named) ? named : join(gitDir, named), allowed, part);
}

/** The alternates of alternates as well. One that is not there is skipped, as git does. */
async function withAlternates(objects: string, allowed: AllowedFolders): Promise<string[]> {
  const part = "the object store of another repository";
  const folders = [objects];
  for (const folder of folders) {
    const list = join(folder, "info", "alternates");
    if (!(await isThere(join(folder, "info"))) || !(await isThere(list))) continue;
    const text = (await readInside(list, allowed, part, MAX_CONFIG_BYTES)).toString("utf8");
    for (const named of text.split("\n").map(unquote)) {
      if (named === "" || named.startsWith("#")) continue;
      const path = isAbsolute(named) ? named : join(folder, named);
      const real = await folderInside(path, allowed, part).catch((error: unknown) => {
        if (error instanceof RepositoryPathError && error.reason === "missing") return null;
        throw error;
      });
      if (real !== null && !folders.includes(real)) folders.push(real);
      if (folders.length > MAX_OBJECT_FOLDERS) throw new RepositoryPathError("format", part);
    }
  }
  return folders;
}

const ESCAPES: Readonly<Record<string, string>> = { a: "\x07", b: "\b", t: "\t", n: "\n", v: "\v", f: "\f", r: "\r" };

/** A path as git quotes it: `"a\tb\303\251"`. */
function unquote(line: string): string {
  const [, quoted] = /^"(.*)"$/.exec(line) ?? [];
  if (quoted === undefined) return line;
  const text = Buffer.from(quoted, "utf8").toString("latin1");
  const bytes = text.replaceAll(/\\([0-7]{3}|.)/g, (_all, sign: string) =>
    sign.length === 3 ? String.fromCharCode(Number.parseInt(sign, 8) & 255) : (ESCAPES[sign] ?? sign),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** git parses the text of the configuration from its input; nothing that it includes or names is followed. */
async function objectFormatOf(commonDir: string, allowed: AllowedFolders): Promise<"sha1" | "sha256"> {
  const file = join(commonDir, "config");
  if (!(await isThere(file))) return "sha1";
  const part = "its configuration";
  const input = (await readInside(file, allowed, part, MAX_CONFIG_BYTES)).toString("utf8");
  if (!/^[^#;\n]*\[extensions\b/im.test(input)) return "sha1";
  const { code, output } = await runGit(["config", "--file", "-", "--no-includes", "--null", "--list"], {
    input,
    timeoutMs: 10_000,
  });
  if (code !== 0) throw new RepositoryPathError("format", part);
  const values = new Map(
    output
      .toString("utf8")
      .split("\0")
      .map((entry): [string, string] => [entry.split("\n", 1)[0] ?? "", entry.slice(entry.indexOf("\n") + 1)]),
  );
  const format = values.get("extensions.objectformat") ?? "sha1";
  if ((values.get("extensions.refstorage") ?? "files") !== "files" || (format !== "sha1" && format !== "sha256"))
    throw new RepositoryPathError("format", part);
  return format;
}

const FAN_OUT = /^[0-9a-f]{2}$/;

/** Resolves every link in the object stores. @throws RepositoryPathError `outside` */
export async function checkObjectLinks({ objectFolders, allowed }: LocalRepository): Promise<void> {
  const part = "a link in its object store";
  const check = async (folder: string, isTop: boolean): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) await resolveInside(path, allowed, part);
      if (isTop && (entry.name === "pack" || FAN_OUT.test(entry.name)) && (await stat(path)).isDirectory())
        await check(path, false);
    }
  };
  for (const folder of objectFolders) await check(folder, true);
}
