/** Branches and tags of a remote other than its HEAD, in the mirror under `refs/clew/heads/` and `refs/clew/tags/`. */
import { stat } from "node:fs/promises";
import type { GitAccess } from "../../git/gitProcess.ts";
import { SourceError } from "../SourceError.ts";
import { type GitAddress, gitUrl } from "./gitAddress.ts";
import { gitFailure } from "./gitFailure.ts";
import { readLocalBranchesAndTags, withLocalCopy } from "./localSource.ts";
import { type MirrorOptions, fetchRefs } from "./mirror.ts";
import { localCopyFolder } from "./mirrorFiles.ts";
import { gitHostOf } from "./remote.ts";
import { runSourceGit } from "./sourceGit.ts";

/** A branch or a tag at the remote. */
export interface RemoteRef {
  /** `refs/heads/…` or `refs/tags/…` */
  readonly name: string;
  /** What it points at: a commit, or the object of an annotated tag. */
  readonly id: string;
}

const LIST_TIMEOUT_MS = 60_000;
const LOCAL = "refs/clew/";
/** Where a ref of the remote is in the mirror. */
const localName = (name: string): string => LOCAL + name.slice("refs/".length);

/** All branches and tags. @throws SourceError */
export async function listRemoteRefs(
  address: GitAddress,
  access: GitAccess,
  signal: AbortSignal,
): Promise<RemoteRef[]> {
  if (address.kind === "path") return readRefs(await readLocalBranchesAndTags(address, signal));
  const { code, output, stderr } = await runSourceGit(
    ["ls-remote", "--heads", "--tags", "--refs", "--", gitUrl(address)],
    {
      access,
      signal,
      timeoutMs: LIST_TIMEOUT_MS,
    },
  );
  if (code !== 0) throw gitFailure(stderr, gitHostOf(address));
  return readRefs(output.toString("utf8"));
}

const readRefs = (text: string): RemoteRef[] =>
  text.split("\n").flatMap((line) => {
    const [id = "", name = ""] = line.split("\t");
    return /^refs\/(?:heads|tags)\/./.test(name) ? [{ name, id }] : [];
  });

/**
 * Brings the named refs of an existing mirror to what the remote has, and removes all others that it has kept before.
 * @returns the commit of each; null for a tag of something else
 * @throws SourceError
 */
export async function updateMirrorRefs(
  options: MirrorOptions,
  refs: readonly RemoteRef[],
): Promise<ReadonlyMap<string, string | null>> {
  const { folder, address, signal } = options;
  if (!(await stat(folder).catch(() => null))) return new Map();
  const there = await localRefs(folder, signal);
  const missing = refs.filter(({ name, id }) => there.get(localName(name)) !== id);
  const localNames = new Set(refs.map(({ name }) => localName(name)));
  const surplus = [...there.keys()].filter((name) => !localNames.has(name));
  // A branch `a` cannot be made before a removed one `a/b` is gone.
  await removeRefs(folder, surplus, signal);
  if (missing.length > 0) {
    const conflicting = missing.map(({ name }) => localName(name)).filter((name) => there.has(name));
    await removeRefs(folder, conflicting, signal);
    const specs = missing.map(({ name }) => `+${name}:${localName(name)}`);
    if (address.kind === "path")
      await withLocalCopy(address, localCopyFolder(folder), signal, (copy) =>
        fetchRefs(folder, specs, { ...options, address: copy }),
      );
    else await fetchRefs(folder, specs, options);
  }
  const commits = new Map<string, string | null>();
  for (const { name } of refs) commits.set(name, await commitOf(folder, localName(name), signal));
  return commits;
}

async function localRefs(folder: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const { code, output } = await runSourceGit(
    [`--git-dir=${folder}`, "for-each-ref", "--format=%(objectname)%09%(refname)", `${LOCAL}heads/`, `${LOCAL}tags/`],
    { signal },
  );
  if (code !== 0) return new Map();
  const lines = output.toString("utf8").split("\n");
  return new Map(
    lines.flatMap((line) => (line.includes("\t") ? [[line.split("\t")[1] ?? "", line.split("\t")[0] ?? ""]] : [])),
  );
}

async function removeRefs(folder: string, names: readonly string[], signal: AbortSignal): Promise<void> {
  if (names.length === 0) return;
  const { code, stderr } = await runSourceGit([`--git-dir=${folder}`, "update-ref", "--stdin", "-z"], {
    signal,
    input: names.map((name) => `delete ${name}\0\0`).join(""),
  });
  if (code !== 0) throw new SourceError("damaged", gitFailure(stderr, "").text);
}

async function commitOf(folder: string, name: string, signal: AbortSignal): Promise<string | null> {
  const { code, output } = await runSourceGit(
    [`--git-dir=${folder}`, "rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`],
    { signal },
  );
  return code === 0 ? output.toString("utf8").trim() : null;
}
