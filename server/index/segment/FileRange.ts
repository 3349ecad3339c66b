import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { LRUCache } from "lru-cache";

/** A file may be referenced by an index that a cache has evicted long ago, so no owner can close it. */
const unreferenced = new FinalizationRegistry<number>((descriptor) => closeSync(descriptor));

/** Descriptors that a process may have; Node raises the limit to the hard one at its start. Linux only: other systems do not report it. */
function descriptorLimit(): number {
  try {
    return Number(/^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Descriptors of files that are read now and then, which a thread keeps open. Searches over all read files in the same order, so with one more
 * file than descriptors each would be opened again for each search.
 */
const MAX_OPEN_FILES = Math.min(32_768, Math.max(4096, Math.floor(descriptorLimit() / 8)));
const reopened = new LRUCache<number, number>({ max: MAX_OPEN_FILES, dispose: (descriptor) => closeSync(descriptor) });
let files = 0;

/** The buffer of the last read; the next read of this thread overwrites it. */
let room = Buffer.alloc(0);

/** An immutable file that is read by range, with blocking reads: engines compute in separate threads. */
export class FileRange {
  /** Bytes of the file. */
  readonly bytes: number;
  readonly #path: string;
  readonly #number = files++;
  /** Null where it is opened again for a read. */
  readonly #descriptor: number | null;

  /**
   * @param isKept whether the file stays open, so that it is readable after its removal. Files of thousands of indexes cannot stay open.
   * @throws the error of the system when the file cannot be opened
   */
  constructor(path: string, isKept = true) {
    this.#path = path;
    const descriptor = openSync(path, "r");
    this.bytes = fstatSync(descriptor).size;
    this.#descriptor = isKept ? descriptor : null;
    if (isKept) unreferenced.register(this, descriptor);
    else reopened.set(this.#number, descriptor);
  }

  /**
   * The bytes from `offset`, valid until the next read of any file.
   * @throws RangeError when the file ends before, the error of the system when a file that was closed is gone
   */
  read(offset: number, length: number): Buffer {
    return this.load(offset, length).subarray(0, length);
  }

  /** The same as the beginning of a longer buffer: a view for each of thousands of short reads would be garbage. */
  load(offset: number, length: number): Buffer {
    if (room.length < length) room = Buffer.allocUnsafeSlow(length * 2);
    this.#readInto(room, offset, length);
    return room;
  }

  /** The same, in memory of their own. */
  copy(offset: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    this.#readInto(bytes, offset, length);
    return bytes;
  }

  #readInto(into: Buffer, offset: number, length: number): void {
    const descriptor = this.#descriptor ?? reopened.get(this.#number) ?? this.#open();
    for (let at = 0; at < length;) {
      const got = readSync(descriptor, into, at, length - at, offset + at);
      if (got === 0) throw new RangeError("The file ends before the range does.");
      at += got;
    }
  }

  #open(): number {
    const descriptor = openSync(this.#path, "r");
    reopened.set(this.#number, descriptor);
    return descriptor;
  }
}
