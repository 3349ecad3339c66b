import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Bytes by the SHA-256 of their content. Everything in here can be derived again from the sources, so a missing blob is a
 * rebuild, never a loss.
 */
export interface Blobs {
  /** Stores the bytes, durably, and gives their SHA-256 in hex. Storing the same bytes twice is one blob. */
  put(bytes: Uint8Array): Promise<string>;
  /** The bytes, checked against their name; null when there is no such blob or its bytes are damaged. */
  get(hash: string): Promise<Buffer | null>;
  has(hash: string): Promise<boolean>;
  delete(hash: string): Promise<void>;
  /** Every blob with its size in bytes and when it was written (milliseconds). For collecting what no manifest names. */
  list(): AsyncIterable<{ hash: string; bytes: number; writtenAt: number }>;
}

/** Where blobs are, as plain data: a worker thread opens the same store from it. */
export interface BlobsLocation {
  readonly driver: "files";
  readonly folder: string;
}

const HASH = /^[0-9a-f]{64}$/;

export function openBlobs(location: BlobsLocation): Blobs {
  return createFileBlobs(location.folder);
}

/** Blobs as files, `ab/cdef…`. A blob appears under its name only once it is whole: temporary file, fsync, rename. */
export function createFileBlobs(folder: string): Blobs {
  const fileOf = (hash: string): string => {
    if (!HASH.test(hash)) throw new TypeError("A blob is named by a SHA-256 in lower-case hex.");
    return join(folder, hash.slice(0, 2), hash.slice(2));
  };
  return {
    async put(bytes) {
      const hash = createHash("sha256").update(bytes).digest("hex");
      const file = fileOf(hash);
      if (await exists(file)) {
        // It is wanted again: whoever collects old blobs that no manifest names must see it as new.
        const now = new Date();
        await utimes(file, now, now);
        return hash;
      }
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
    has: (hash) => exists(fileOf(hash)),
    async delete(hash) {
      await rm(fileOf(hash), { force: true });
    },
    async *list() {
      for (const shelf of await readdir(folder).catch(() => [])) {
        for (const name of await readdir(join(folder, shelf)).catch(() => [])) {
          if (!HASH.test(shelf + name)) continue;
          const { size, mtimeMs } = await stat(join(folder, shelf, name));
          yield { hash: shelf + name, bytes: size, writtenAt: mtimeMs };
        }
      }
    },
  };
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
