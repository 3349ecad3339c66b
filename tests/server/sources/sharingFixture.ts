/** A host with one repository, and mirrors of it that share their objects. */
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import { findOwnCommit } from "../../../server/git/commitLookup.ts";
import { createSources } from "../../../server/sources/createSources.ts";
import type { Mirrored } from "../../../server/sources/git/mirror.ts";
import type { SourceAccess, Sources } from "../../../server/sources/sourceTypes.ts";
import { git, makeRepository, temporaryFolder } from "./gitFixture.ts";
import { SharingHost } from "./sharingHost.ts";

export const never = new AbortController().signal;
const noise = (): string => randomBytes(20_000).toString("hex");

export let folder: ReturnType<typeof temporaryFolder>;
export let host: SharingHost;
export let sources: Sources;
export let dataDir: string;
export let origin: string;

const open = (): Sources =>
  createSources({ dataDir, allowedNetworks: ["127.0.0.0/8"], allowedPaths: [folder.path], retryDelayMs: 20 });

/** Makes them for each test of a file. Hooks are registered by a call, because files of one worker share the modules that they import. */
export function eachTestHasSharingHost(): void {
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
}

export const accessOf = (token: string, url = `${host.url}/atlas.git`): SourceAccess => ({
  provider: "git",
  url,
  credential: { token, username: "x" },
});
export const update = (id: string, token = "first", companyId = "company"): Promise<Mirrored> =>
  sources.updateMirror(id, accessOf(token), { signal: never, companyId });
/** All that a sync does with the mirror. */
export const sync = async (id: string, token = "first"): Promise<void> => {
  const { commit, branch, branches, tags } = await update(id, token);
  const refs = new Map([
    ...[...tags].map(([name, hash]) => [`refs/tags/${name}`, hash] as const),
    ...[...branches].filter(([name]) => name !== branch).map(([name, hash]) => [`refs/heads/${name}`, hash] as const),
  ]);
  await sources.fetchListed(id, accessOf(token), { head: commit ?? "", refs }, never);
  await sources.updateCommitGraph(id, never);
};
export const mirror = (id: string): string => join(dataDir, "mirrors", `${id}.git`);
export const stores = (): string[] => (existsSync(join(dataDir, "stores")) ? readdirSync(join(dataDir, "stores")) : []);
export const packs = (path: string): string[] =>
  readdirSync(join(path, "objects", "pack")).filter((name) => name.endsWith(".pack"));
export const bytesOf = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
    : statSync(path).size;
/** Bytes of all mirrors and what they share, each file once however many names it has. */
export const bytesOnDisk = (): number => {
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
export const fsck = (id: string): string => git(mirror(id), "fsck", "--no-dangling", "--connectivity-only");
export const push = (message: string, branch = "main"): string =>
  makeRepository(origin, [{ message, files: { [`${message}.txt`]: noise() } }], {
    branch,
    from: git(origin, "rev-parse", "main"),
  });
export const has = (id: string, object: string): Promise<string | null> => findOwnCommit(mirror(id), object, never);
