/** The packages of Debian that the image has: each is named with its sum, downloaded once and unpacked without running anything of it. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "../../..");

/** Debian's names of architectures, which are those of the OCI. */
export const ARCHITECTURES = ["amd64", "arm64"] as const;
export type Architecture = (typeof ARCHITECTURES)[number];

export interface BasePackage {
  readonly name: string;
  readonly url: string;
  readonly size: number;
  readonly sha256: string;
}

/** The file with the packages of an architecture; `lockBase.ts` writes it. */
export const lockPath = (architecture: Architecture): string => join(ROOT, `deploy/image/${architecture}.json`);

/** The packages that the image of an architecture has. */
export function readLock(architecture: Architecture): BasePackage[] {
  const lock = JSON.parse(readFileSync(lockPath(architecture), "utf8")) as { readonly packages: BasePackage[] };
  return lock.packages;
}

/**
 * Unpacks the packages of an architecture into a folder, whose `bin`, `lib` and `sbin` are links into `usr`.
 * @param cache where downloads are kept
 * @throws Error for bytes with another sum
 */
export async function unpackBase(architecture: Architecture, root: string, cache: string): Promise<void> {
  for (const base of readLock(architecture)) {
    const path = await download(base, cache);
    const { control, data } = partsOf(readFileSync(path));
    unpack(data, root);
    // Scanners find the packages of an image without dpkg in files of this folder.
    const status = join(root, "var/lib/dpkg/status.d", base.name);
    mkdirSync(dirname(status), { recursive: true });
    writeFileSync(status, tar(["--extract", "--to-stdout", ...control.options, "./control"], control.bytes));
  }
}

/** @returns the path of the file with the package */
async function download({ url, size, sha256 }: BasePackage, cache: string): Promise<string> {
  const path = join(cache, `${sha256}.deb`);
  if (existsSync(path) && sumOf(readFileSync(path)) === sha256) return path;
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(
      `${url}: ${response.status}. Debian keeps the newest packages: scripts/package/image/lockBase.ts finds them.`,
    );
  }
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length !== size || sumOf(bytes) !== sha256)
    throw new Error(`${url} has other bytes than deploy/image says.`);
  mkdirSync(cache, { recursive: true });
  writeFileSync(`${path}.part`, bytes);
  renameSync(`${path}.part`, path);
  return path;
}

const sumOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

interface Part {
  readonly bytes: Buffer;
  /** How tar decompresses it. */
  readonly options: readonly string[];
}

/** The two archives of a package, which is an archive of ar(5). */
function partsOf(bytes: Buffer): { readonly control: Part; readonly data: Part } {
  const parts = new Map<string, Part>();
  for (let at = 8; at + 60 <= bytes.length;) {
    const header = bytes.subarray(at, at + 60).toString("latin1");
    const size = Number(header.slice(48, 58));
    const [, name = "", form] = /^(control|data)\.tar(?:\.(xz|gz|zst))?/.exec(header) ?? [];
    const options = form === undefined ? [] : [{ xz: "--xz", gz: "--gzip", zst: "--zstd" }[form] ?? ""];
    if (name !== "") parts.set(name, { bytes: bytes.subarray(at + 60, at + 60 + size), options });
    at += 60 + size + (size % 2);
  }
  const [control, data] = [parts.get("control"), parts.get("data")];
  if (!control || !data) throw new Error("A package has no control or no data.");
  return { control, data };
}

function unpack({ bytes, options }: Part, root: string): void {
  const modes = ["--keep-directory-symlink", "--no-same-owner", "--no-overwrite-dir"];
  tar(["--extract", ...options, ...modes, "--directory", root], bytes);
}

/** @returns what it printed. @throws Error when it fails */
function tar(args: readonly string[], input: Buffer): Buffer {
  const { status, stdout, stderr, error } = spawnSync("tar", [...args.slice(0, 1), "--file=-", ...args.slice(1)], {
    input,
    maxBuffer: 1 << 30,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`tar ended with ${status}: ${stderr.toString()}`);
  return stdout;
}
