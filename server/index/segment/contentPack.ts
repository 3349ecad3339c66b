import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { LRUCache } from "lru-cache";
import type { FileRange } from "./FileRange.ts";
import { SectionFile, type Tail, writeSectionFile } from "./SectionFile.ts";
import { GrowableBytes, GrowableU32 } from "./growableBuffers.ts";
import { DamagedIndexError } from "../indexErrors.ts";

const CONTENT_KIND = "content";
/** The last section, so that the file begins with the tables. */
const BLOCKS = "blocks";
export const CONTENT_TAIL: Tail = { kind: CONTENT_KIND, section: BLOCKS };

/**
 * Large enough to compress well, small enough that one file's text costs one quick decompression (0.05 ms). Twice as large packs 8 per
 * cent tighter and takes 1.3 to 1.7 times as long for one text; half as large packs 10 per cent worse again.
 */
const BLOCK_BYTES = 32 * 1024;
/** Unpacked blocks that a thread keeps, of all its packs: consecutive searches often read the same blocks. */
const MAX_CACHED_BYTES = 32 << 20;
/** By the number of the pack and of the block. */
const unpacked = new LRUCache<number, Buffer>({
  maxSize: MAX_CACHED_BYTES,
  sizeCalculation: ({ length }) => length + 1,
});
const MAX_BLOCKS = 2 ** 24;
let packs = 0;

/** Spare bytes of the output buffer, so that unpacking detects the end of a block. */
const MAX_MARGIN = 64;

/** Packs texts into zstd blocks. A text never spans two blocks; one that is larger than a block has its own block. */
export class ContentPackWriter {
  readonly #blocks = new GrowableBytes(1 << 20);
  readonly #blockOffsets = new GrowableU32();
  readonly #itemBlock = new GrowableU32();
  readonly #itemStart = new GrowableU32();
  readonly #itemLength = new GrowableU32();
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;

  constructor() {
    this.#blockOffsets.push(0);
  }

  /** Adds one text (UTF-8) and gives its number in the pack. */
  add(bytes: Uint8Array): number {
    if (this.#pendingBytes > 0 && this.#pendingBytes + bytes.length > BLOCK_BYTES) this.#flush();
    this.#itemBlock.push(this.#blockOffsets.length - 1);
    this.#itemStart.push(this.#pendingBytes);
    this.#itemLength.push(bytes.length);
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    return this.#itemBlock.length - 1;
  }

  finish(): Buffer {
    this.#flush();
    return writeSectionFile(CONTENT_KIND, {
      "block.offsets": this.#blockOffsets.view(),
      "item.block": this.#itemBlock.view(),
      "item.start": this.#itemStart.view(),
      "item.length": this.#itemLength.view(),
      blocks: this.#blocks.view(),
    });
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    this.#blocks.append(zstdCompressSync(Buffer.concat(this.#pending)));
    this.#blockOffsets.push(this.#blocks.length);
    this.#pending = [];
    this.#pendingBytes = 0;
  }
}

/** Random access to the texts of a pack. Blocks are read on demand, from the file where there is one. */
export class ContentPack {
  readonly items: number;
  readonly byteLength: number;
  readonly #packed: (from: number, to: number) => Buffer;
  readonly #blockOffsets: Uint32Array;
  readonly #itemBlock: Uint32Array;
  readonly #itemStart: Uint32Array;
  readonly #itemLength: Uint32Array;
  readonly #number = packs++;
  /** Bytes of each block when unpacked; made when the first one is. */
  #blockBytes: Uint32Array | null = null;

  /** @param file that has the blocks, when `buffer` has the tables alone */
  constructor(buffer: Buffer, file: FileRange | null = null) {
    const container = new SectionFile(buffer, CONTENT_KIND, file?.bytes);
    this.byteLength = container.byteLength;
    if (file) {
      const { offset } = container.range(BLOCKS);
      this.#packed = (from, to) => file.read(offset + from, to - from);
    } else {
      const blocks = container.bytes(BLOCKS);
      this.#packed = (from, to) => blocks.subarray(from, to);
    }
    this.#blockOffsets = container.u32("block.offsets");
    this.#itemBlock = container.u32("item.block");
    this.#itemStart = container.u32("item.start");
    this.#itemLength = container.u32("item.length");
    this.items = this.#itemBlock.length;
  }

  /** UTF-8 bytes of one text, a view that is not to be changed. RangeError for a number outside the pack. */
  bytes(item: number): Buffer {
    const block = this.#itemBlock[item];
    if (block === undefined) throw new RangeError(`The content pack has ${this.items} texts, no ${item}.`);
    const start = this.#itemStart[item] ?? 0;
    return this.#block(block).subarray(start, start + (this.#itemLength[item] ?? 0));
  }

  /** One text. */
  text(item: number): string {
    return this.bytes(item).toString("utf8");
  }

  #sizes(): Uint32Array {
    if (this.#blockBytes) return this.#blockBytes;
    const sizes = new Uint32Array(this.#blockOffsets.length);
    this.#itemBlock.forEach((block, item) => {
      // Items of a block follow each other: the last one ends it.
      sizes[block] = (this.#itemStart[item] ?? 0) + (this.#itemLength[item] ?? 0);
    });
    return (this.#blockBytes = sizes);
  }

  #block(number: number): Buffer {
    const key = this.#number * MAX_BLOCKS + number;
    const recent = unpacked.get(key);
    if (recent) return recent;
    let block: Buffer;
    try {
      // Space for all of it in one piece: in pieces of the default size it takes a quarter longer.
      const chunkSize = Math.max(MAX_MARGIN, (this.#sizes()[number] ?? 0) + MAX_MARGIN);
      const packed = this.#packed(this.#blockOffsets[number] ?? 0, this.#blockOffsets[number + 1] ?? 0);
      block = zstdDecompressSync(packed, { chunkSize });
    } catch (error) {
      throw new DamagedIndexError(CONTENT_KIND, error instanceof Error ? error.message : "a block does not unpack");
    }
    unpacked.set(key, block);
    return block;
  }
}
