import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** A file may be referenced by an index that a cache has evicted long ago, so no owner can close it. */
const unreferenced = new FinalizationRegistry<number>((descriptor) => closeSync(descriptor));

/** What was read last; the next read of this thread overwrites it. */
let room = Buffer.alloc(0);

/** An immutable file that is read by range, with blocking reads: engines compute in separate threads. It stays readable after its removal. */
export class FileRange {
  /** Bytes of the file. */
  readonly bytes: number;
  readonly #descriptor: number;

  /** @throws the error of the system when the file cannot be opened */
  constructor(path: string) {
    this.#descriptor = openSync(path, "r");
    unreferenced.register(this, this.#descriptor);
    this.bytes = fstatSync(this.#descriptor).size;
  }

  /**
   * The bytes from `offset`, valid until the next read of any file.
   * @throws RangeError when the file ends before
   */
  read(offset: number, length: number): Buffer {
    if (room.length < length) room = Buffer.allocUnsafeSlow(length * 2);
    for (let at = 0; at < length;) {
      const got = readSync(this.#descriptor, room, at, length - at, offset + at);
      if (got === 0) throw new RangeError("The file ends before the range does.");
      at += got;
    }
    return room.subarray(0, length);
  }
}
