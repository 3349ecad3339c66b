import { createHash, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hashOf, isHash } from "./hashOf.ts";

/**
 * Bytes by the SHA-256 of their content. Everything in here can be derived again from the sources, so a missing blob is a
 * rebuild, never a loss.
 */
export interface Blobs {
  /** Stores the bytes, durably, and gives their SHA-256 in hex. Storing the same bytes twice is one blob. */
  put(bytes: Uint8Array): Promise<string>;
  /** The bytes, checked against their name; null when there is no such blob or its bytes are damaged. */
  get(hash: string): Promise<Buffer | null>;
  /**
   * The path of a file on this machine with the bytes, checked against their name, for who reads ranges of it; null when there is none. A
   * store without files has no such method.
   * @param isChecked whether the caller has verified the bytes
   */
  file?: ((hash: string, isChecked?: boolean) => Promise<string | null>) | undefined;
  has(hash: string): Promise<boolean>;
  /** Bytes of a blob, without reading it; null when there is no such blob. */
  size(hash: string): Promise<number | null>;
  /** @param writtenBefore milliseconds: a blob that was written (or wanted again) since then stays */
  delete(hash: string, writtenBefore?: number): Promise<void>;
  /** Every blob with its size in bytes and when it was written (milliseconds). For collecting what no manifest names. */
  list(): AsyncIterable<{ hash: string; bytes: number; writtenAt: number }>;
}

const PIECE_BYTES = 1 << 20;

/** Blobs as files, `ab/cdef…`. A blob appears under its name only once it is whole: temporary file, fsync, rename. */
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
      try {
        const bytes = await readFile(fileOf(hash));
        if (createHash("sha256").update(bytes).digest("hex") === hash) return bytes;
        // A damaged file would make a later `put` of the right bytes believe that they are there.
        await rm(fileOf(hash), { force: true });
        return null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async file(hash, isChecked = false) {
      const path = fileOf(hash);
      try {
        if (isChecked ? await exists(path) : (await digestOf(path)) === hash) return path;
        await rm(path, { force: true });
        return null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    has: async (hash) => exists(fileOf(hash)),
    async size(hash) {
      try {
        return (await stat(fileOf(hash))).size;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async delete(hash, writtenBefore) {
      const file = fileOf(hash);
      if (writtenBefore !== undefined) {
        const found = await stat(file).catch(() => null);
        if (found === null || found.mtimeMs >= writtenBefore) return;
      }
      await rm(file, { force: true });
    },
    async *list() {
      for (const shelf of await readdir(folder).catch(() => [])) {
        for (const name of await readdir(join(folder, shelf)).catch(() => [])) {
          if (!isHash(shelf + name)) continue;
          // Another process may collect at the same time.
          const found = await stat(join(folder, shelf, name)).catch(() => null);
          if (found) yield { hash: shelf + name, bytes: found.size, writtenAt: found.mtimeMs };
        }
      }
    },
  };
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
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** The rename itself is durable only once the folder is; some file systems cannot sync a folder, which is no reason to fail. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
