/** The parts of a backup: files named by their content, `parts/ab/cdef…`, so that what a later backup has as well is linked and not written. */
import { createHash } from "node:crypto";
import { link, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import type { BackupKey } from "./backupKey.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export const hashOfContent = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

/** `rows` are text and compressed; blobs are stored as they are. */
export type PartKind = "rows" | "blob";

export interface PartCount {
  written: number;
  writtenBytes: number;
  /** Found in the earlier backup, and linked. */
  linked: number;
}

/** The parts in the folder of one backup. */
export class Parts {
  readonly #folder: string;
  readonly #key: BackupKey | undefined;

  constructor(folder: string, key: BackupKey | undefined) {
    this.#folder = folder;
    this.#key = key;
  }

  fileOf(hash: string): string {
    const name = this.#key?.nameOf(hash) ?? hash;
    return join(this.#folder, "parts", name.slice(0, 2), name.slice(2));
  }

  /** The content of a part; null when it is missing or its content is not as it was written. */
  async read(hash: string, kind: PartKind): Promise<Buffer | null> {
    try {
      const stored = await readFile(this.fileOf(hash));
      const opened = this.#key ? this.#key.open(this.#key.nameOf(hash), stored) : stored;
      const content = kind === "rows" ? await decompress(opened) : opened;
      return hashOfContent(content) === hash ? content : null;
    } catch (error) {
      // A missing file, a failed authentication and a failed decompression have the same result for the caller; a full disk or a lost mount has not.
      if (error instanceof Error && "code" in error && ["EIO", "EACCES", "ESTALE"].includes(String(error.code)))
        throw error;
      return null;
    }
  }

  /** @returns the size of its file in bytes */
  async write(hash: string, kind: PartKind, content: Buffer): Promise<number> {
    const plain = kind === "rows" ? await compress(content) : content;
    const stored = this.#key ? this.#key.seal(this.#key.nameOf(hash), plain) : plain;
    const file = this.fileOf(hash);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, stored, { mode: 0o600, flush: true });
    return stored.length;
  }

  /** Takes a part over from another backup. @returns false where the file system cannot link the two */
  async linkFrom(earlier: Parts, hash: string): Promise<boolean> {
    const file = this.fileOf(hash);
    try {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await link(earlier.fileOf(hash), file);
      return true;
    } catch {
      return false;
    }
  }
}

/** Puts parts into a new backup, each once, and links those that the earlier one has sound. */
export class PartWriter {
  readonly count: PartCount = { written: 0, writtenBytes: 0, linked: 0 };
  readonly #parts: Parts;
  readonly #earlier: Parts | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #existing = new Set<string>();

  constructor(parts: Parts, earlier: Parts | undefined, signal?: AbortSignal) {
    this.#parts = parts;
    this.#earlier = earlier;
    this.#signal = signal;
  }

  /**
   * @param contentOf called only when the part has to be written; null when the content is not available
   * @returns whether the part is in the backup
   * @throws the reason of the signal
   */
  async put(hash: string, kind: PartKind, contentOf: () => Promise<Buffer | null>): Promise<boolean> {
    this.#signal?.throwIfAborted();
    if (this.#existing.has(hash)) return true;
    // It is read before it is linked: a part that has become damaged is written again.
    if (this.#earlier && (await this.#earlier.read(hash, kind)) && (await this.#parts.linkFrom(this.#earlier, hash))) {
      this.count.linked += 1;
    } else {
      const content = await contentOf();
      if (!content) return false;
      this.count.writtenBytes += await this.#parts.write(hash, kind, content);
      this.count.written += 1;
    }
    this.#existing.add(hash);
    return true;
  }
}
