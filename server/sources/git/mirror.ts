/**
 * The server's own copy of a repository: bare, with the ref `HEAD_REF` at the commit of the remote's HEAD. An interrupted copy is
 * repeated from the start; only a complete one gets the mirror's name.
 */
import { HOUR_MS } from "../../../contract/durations.ts";
import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { SourceError } from "../SourceError.ts";
import { type GitAddress, gitUrl } from "./gitAddress.ts";
import { gitFailure } from "./gitFailure.ts";
import { type GitAccess, NO_ACCESS } from "../../git/gitProcess.ts";
import { withLocalCopy } from "./localSource.ts";
import {
  HEAD_REF,
  isShallow,
  isThere,
  localCopyFolder,
  partFolder,
  removeLeftovers,
  storeOfMirror,
} from "./mirrorFiles.ts";
import { objectFormatOf } from "./AlternateStores.ts";
import { beginSharing, isEmptyStore, settle, writeShared } from "./sharedObjects.ts";
import { runSourceGit } from "./sourceGit.ts";
import { type RemoteRefs, gitHostOf, readRemoteHead } from "./remote.ts";
import { message } from "../../messages/messages.ts";

export interface MirrorOptions {
  /** Absolute path of the bare repository; its folder is made. */
  readonly folder: string;
  readonly address: GitAddress;
  readonly access: GitAccess;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: FetchProgress) => void;
  readonly limits?: Partial<MirrorLimits>;
  /** Left out: the mirror has its objects alone. */
  readonly share?: Share | undefined;
}
/** The objects that a mirror shares with others. `commit` is what the remote's HEAD is. */
export interface Share {
  /** Whether the mirror has nothing of its own that others could share. */
  readonly isReady: (commit: string) => Promise<boolean>;
  /** Works in the turn of these objects; with null where another process writes to them. */
  readonly run: (commit: string, work: (store: string | null) => Promise<Mirrored>) => Promise<Mirrored>;
}
export interface FetchProgress {
  readonly phase: "receive" | "resolve";
  readonly done: number;
  /** 0 while it is not known. */
  readonly total: number;
}
export interface MirrorLimits {
  /** Bytes on disk. */
  readonly maxBytes: number;
  /** Milliseconds of one fetch. */
  readonly timeoutMs: number;
}
const LIMITS: MirrorLimits = { maxBytes: 20 * 2 ** 30, timeoutMs: 2 * HOUR_MS };

export interface Mirrored extends RemoteRefs {
  /** Whether something was fetched. */
  readonly isNew: boolean;
}

/**
 * Brings the mirror to the remote's present HEAD.
 * @throws SourceError; the mirror is then as it was before
 */
export async function updateMirror(options: MirrorOptions): Promise<Mirrored> {
  const { folder, address, access, signal, share } = options;
  // Each source proves its own access first, whatever others have fetched.
  const remote = await readRemoteHead(address, access, { signal });
  if (remote.commit === null) return { ...remote, isNew: false };
  const head = { ...remote, commit: remote.commit };
  if ((await mirroredCommit(folder)) === head.commit && (await share?.isReady(head.commit)) !== false) {
    // A process that was killed while it read a local repository has left its copy.
    await rm(localCopyFolder(folder), { recursive: true, force: true });
    return { ...remote, isNew: false };
  }
  await mkdir(dirname(folder), { recursive: true });
  return share ? share.run(head.commit, (store) => updateTo(head, options, store)) : updateTo(head, options, null);
}

/** @param store the objects that the mirror shares with others; null: none */
async function updateTo(
  remote: RemoteRefs & { readonly commit: string },
  options: MirrorOptions,
  store: string | null,
): Promise<Mirrored> {
  const { folder, address, signal } = options;
  const local = await mirroredCommit(folder);
  if (local === remote.commit) return { ...remote, isNew: false };
  if (address.kind !== "path") return bringTo(remote, local, options, store);
  return withLocalCopy(address, localCopyFolder(folder), signal, (copy) =>
    bringTo(remote, local, { ...options, address: copy }, store),
  );
}

async function bringTo(
  remote: RemoteRefs & { readonly commit: string },
  local: string | null,
  options: MirrorOptions,
  store: string | null,
): Promise<Mirrored> {
  const { folder, signal } = options;
  if (local === null) {
    const part = partFolder(folder);
    for (const left of [folder, part]) await rm(left, { recursive: true, force: true });
    await createCopy(part, remote, options, store);
    if (store !== null && (await storeOfMirror(part)) !== null) await settle(part, store, signal);
    await rename(part, folder);
  } else {
    await removeLeftovers(folder);
    await writeShared(folder, store, signal, () => fetchInto(folder, remote, options));
    await repackWhenNeeded(store ?? folder, signal);
  }
  const commit = await mirroredCommit(folder);
  if (commit === null) throw new SourceError("damaged", message("repository.copy_incomplete"));
  return { ...remote, commit, isNew: true };
}

/** The commit that the mirror holds; null when there is no usable mirror. */
export async function mirroredCommit(folder: string): Promise<string | null> {
  if (!(await isThere(join(folder, "HEAD")))) return null;
  const { code, output } = await runSourceGit([
    `--git-dir=${folder}`,
    "rev-parse",
    "--verify",
    "--quiet",
    `${HEAD_REF}^{commit}`,
  ]);
  return code === 0 ? output.toString().trim() : null;
}

async function createCopy(
  part: string,
  remote: RemoteRefs & { readonly commit: string },
  options: MirrorOptions,
  store: string | null,
): Promise<void> {
  const { address, access, signal, limits } = options;
  if (address.kind === "path" && (store === null || (await isEmptyStore(store)))) {
    // Copies the files without negotiation. Hard links would share one inode with the origin: damage there would be damage here too.
    // Where the copy fails (a shallow repository, another disk with oddities), the fetch below either works or reports why.
    const { code } = await runSourceGit(
      ["clone", "--quiet", "--bare", "--no-tags", "--local", "--no-hardlinks", "--", address.path, part],
      { access, signal, timeoutMs: limits?.timeoutMs ?? LIMITS.timeoutMs },
    );
    if (code === 0 && (await pointAt(part, remote.commit))) {
      if (store !== null && !(await isShallow(part))) await beginSharing(part, store);
      return;
    }
    await rm(part, { recursive: true, force: true });
  }
  const format = `--object-format=${objectFormatOf(remote.commit)}`;
  const { code, stderr } = await runSourceGit(["init", "--quiet", "--bare", format, "--", part], { signal });
  if (code !== 0) throw gitFailure(stderr, "");
  if (store !== null) await beginSharing(part, store);
  await fetchInto(part, remote, options);
}

/** Sets `HEAD_REF`; false when the commit is missing. */
async function pointAt(folder: string, commit: string): Promise<boolean> {
  const { code } = await runSourceGit([`--git-dir=${folder}`, "update-ref", HEAD_REF, commit]);
  return code === 0;
}

const fetchInto = (folder: string, remote: RemoteRefs, options: MirrorOptions): Promise<void> =>
  fetchRefs(folder, [`+${remote.ref}:${HEAD_REF}`], options);

/**
 * What is fetched is one pack, however small, so that it comes into the store as a whole; and the commits of the store are offered to the host.
 * git's own way to list them runs no other program.
 */
const SHARING_CONFIG: readonly (readonly [string, string])[] = [
  ["fetch.unpackLimit", "1"],
  ["core.alternateRefsCommand", `f() { git --git-dir="$1" for-each-ref --format="%(objectname)" refs/tips/; }; f`],
];

/** Fetches refs into a mirror, within its limits of size and time. @param flags more options of `git fetch` @throws SourceError */
export async function fetchRefs(
  folder: string,
  refspecs: readonly string[],
  options: MirrorOptions,
  flags: readonly string[] = [],
): Promise<void> {
  const { address, access, signal, onProgress } = options;
  const limits = { ...LIMITS, ...options.limits };
  // The other side first counts and packs, which may take a while and reports nothing measurable.
  onProgress?.({ phase: "receive", done: 0, total: 0 });
  const store = await storeOfMirror(folder);
  const watch = watchSize(store === null ? [folder] : [folder, store], limits.maxBytes, signal);
  try {
    const { code, stderr } = await runSourceGit(
      [
        `--git-dir=${folder}`,
        "fetch",
        "--progress",
        "--no-tags",
        "--no-write-fetch-head",
        "--update-shallow",
        "--force",
        ...flags,
        "--",
        gitUrl(address),
        ...refspecs,
      ],
      {
        access: store === null ? access : { ...access, config: [...access.config, ...SHARING_CONFIG] },
        signal: watch.signal,
        timeoutMs: limits.timeoutMs,
        onLine: (line) => {
          const progress = parseProgress(line);
          if (progress) onProgress?.(progress);
        },
      },
    );
    if (code !== 0) throw gitFailure(stderr, gitHostOf(address));
  } catch (error) {
    throw watch.exceeded() ?? error;
  } finally {
    watch.stop();
  }
}

/** Reads a line of git's progress: `Receiving objects:  45% (450/1000), 1.20 MiB | 2 MiB/s`. */
export function parseProgress(line: string): FetchProgress | null {
  const match = /^(Receiving objects|Resolving deltas|Unpacking objects):\s+\d+% \((\d+)\/(\d+)\)/.exec(line);
  if (!match) return null;
  return {
    phase: match[1] === "Resolving deltas" ? "resolve" : "receive",
    done: Number(match[2]),
    total: Number(match[3]),
  };
}

const MAX_PACKS = 24;

/** Many small fetches make many packs, and every read looks into each. A failure here costs speed only. */
async function repackWhenNeeded(folder: string, signal: AbortSignal): Promise<void> {
  const packs = (await readdir(join(folder, "objects", "pack")).catch(() => [])).filter((name) =>
    name.endsWith(".pack"),
  );
  if (packs.length <= MAX_PACKS) return;
  await runSourceGit([`--git-dir=${folder}`, "repack", "-d", "-l", "-q", "--geometric=2"], {
    access: NO_ACCESS,
    signal,
  });
}

interface SizeWatch {
  readonly signal: AbortSignal;
  readonly exceeded: () => SourceError | null;
  readonly stop: () => void;
}

/** @param folders the mirror, and what it shares */
function watchSize(folders: readonly string[], limit: number, signal: AbortSignal): SizeWatch {
  const tooLarge = new AbortController();
  const timer = setInterval(() => {
    void Promise.all(folders.map((folder) => packBytes(join(folder, "objects", "pack")))).then((bytes) => {
      if (bytes.reduce((sum, size) => sum + size, 0) > limit) tooLarge.abort();
    });
  }, 1000);
  return {
    signal: AbortSignal.any([signal, tooLarge.signal]),
    exceeded: () =>
      tooLarge.signal.aborted
        ? new SourceError(
            "too_large",
            message("repository.too_large", { name: basename(folders[0] ?? ""), max: Math.round(limit / 2 ** 20) }),
          )
        : null,
    stop: () => {
      clearInterval(timer);
    },
  };
}

async function packBytes(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder).catch(() => []))
    bytes += (await stat(join(folder, name)).catch(() => null))?.size ?? 0;
  return bytes;
}
