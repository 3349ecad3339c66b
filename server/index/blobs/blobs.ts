import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { orIfMissing } from "../../git/absentFiles.ts";
import { hashOf, isHash } from "./hashOf.ts";

/**
 * A content-addressed store: bytes by their SHA-256. All content can be rebuilt from the sources, so a missing blob costs a rebuild
 * and loses no data.
 */
export interface Blobs {
  /** Stores the bytes, durably, and gives their SHA-256 in hex. Storing the same bytes twice is one blob. */
  put(bytes: Uint8Array): Promise<string>;
  /** The bytes, checked against their name; null when there is no such blob or its bytes are damaged. */
  get(hash: string): Promise<Buffer | null>;
  /**
   * The path of a local file with the verified bytes, for reads by range; null when there is no such blob. A store without local files
   * does not have this method.
   * @param isChecked whether the caller has verified the bytes
   */
  file?: ((hash: string, isChecked?: boolean) => Promise<string | null>) | undefined;
  has(hash: string): Promise<boolean>;
  /** Bytes of a blob, without reading it; null when there is no such blob. */
  size(hash: string): Promise<number | null>;
  /** @param writtenBefore milliseconds: a blob that was written, or put again, since then is not deleted */
  delete(hash: string, writtenBefore?: number): Promise<void>;
  /** Every blob with its size in bytes and when it was written (milliseconds). For garbage collection. */
  list(): AsyncIterable<{ hash: string; bytes: number; writtenAt: number }>;
}

const PIECE_BYTES = 1 << 20;

/** Blobs as files, `ab/cdef…`. Writes are atomic: temporary file, fsync, rename. */
export function createFileBlobs(folder: string): Blobs {
  const fileOf = (name: string): string => {
    const hash = hashOf(name);
    return join(folder, hash.slice(0, 2), hash.slice(2));
  };
  return {
    async put(bytes) {
      const hash = createHash("sha256").update(bytes).digest("hex");
      const file = fileOf(hash);
      if (await exists(file)) {
        // Update the time, so that the collection of unreferenced old blobs treats it as new.
        const now = new Date();
        await utimes(file, now, now);
        return hash;
      }
      await writeAtomically(file, bytes);
      return hash;
    },
    async get(hash) {
      const path = fileOf(hash);
      const bytes = await orIfMissing(readFile(path), null);
      if (bytes === null || createHash("sha256").update(bytes).digest("hex") === hash) return bytes;
      // Delete the damaged file, or a later `put` of the correct bytes would skip the write.
      await rm(path, { force: true });
      return null;
    },
    async file(hash, isChecked = false) {
      const path = fileOf(hash);
      if (isChecked) return (await exists(path)) ? path : null;
      const digest = await orIfMissing(digestOf(path), null);
      if (digest === hash) return path;
      if (digest !== null) await rm(path, { force: true });
      return null;
    },
    has: async (hash) => exists(fileOf(hash)),
    async size(hash) {
      return (await orIfMissing(stat(fileOf(hash)), null))?.size ?? null;
    },
    async delete(hash, writtenBefore) {
      const file = fileOf(hash);
      if (writtenBefore !== undefined) {
        const stats = await stat(file).catch(() => null);
        if (stats === null || stats.mtimeMs >= writtenBefore) return;
      }
      await rm(file, { force: true });
    },
    async *list() {
      for await (const { name: hash, path } of filesInFolder(folder)) {
        if (!isHash(hash)) continue;
        // Another process may delete it at the same time.
        const stats = await stat(path).catch(() => null);
        if (stats) yield { hash, bytes: stats.size, writtenAt: stats.mtimeMs };
      }
    },
  };
}

/** Every file of a folder of blobs, under the name that starts with its subfolder's. A folder that cannot be read counts as empty. */
export async function* filesInFolder(folder: string): AsyncIterable<{ name: string; path: string }> {
  for (const subfolder of await readdir(folder).catch(() => []))
    for (const name of await readdir(join(folder, subfolder)).catch(() => []))
      yield { name: subfolder + name, path: join(folder, subfolder, name) };
}

async function writeAtomically(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const temporary = `${file}.${randomUUID()}.part`;
  const handle = await open(temporary, "wx");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(temporary, { force: true });
    throw error;
  }
  await handle.close();
  await rename(temporary, file);
  await syncFolder(dirname(file));
}

/** SHA-256 of a file in hex, without holding it in memory. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  const pieces: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: PIECE_BYTES });
  for await (const piece of pieces) hash.update(piece);
  return hash.digest("hex");
}

async function exists(file: string): Promise<boolean> {
  return (await orIfMissing(stat(file), null)) !== null;
}

/** Makes a rename durable. Errors are ignored, because some file systems cannot sync a folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
