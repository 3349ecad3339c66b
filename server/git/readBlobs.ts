import type { Readable, Writable } from "node:stream";
import { GitReadError } from "./gitErrors.ts";
import { startReading } from "./startReading.ts";

/** Bytes of blobs in the order of the request; null for one that the mirror does not have. */
export async function readSizes(
  gitDir: string,
  oids: readonly string[],
  signal?: AbortSignal,
): Promise<(number | null)[]> {
  if (oids.length === 0) return [];
  const { stdin, stdout, kill, ended } = startReading(
    gitDir,
    ["cat-file", "--batch-check=%(objectname) %(objecttype) %(objectsize)", "--buffer"],
    signal,
  );
  void feed(stdin, oids);
  const reader = new ByteReader(stdout);
  const sizes: (number | null)[] = [];
  try {
    for (let index = 0; index < oids.length; index++) {
      const line = await reader.line();
      const size = /^[0-9a-f]+ blob (\d+)$/.exec(line ?? "")?.[1];
      sizes.push(size === undefined ? null : Number(size));
    }
    await ended;
  } finally {
    kill();
  }
  return sizes;
}

/** The bytes of blobs in the order of the request; null for one that the mirror does not have. */
export async function* readBlobs(
  gitDir: string,
  oids: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<Buffer | null> {
  if (oids.length === 0) return;
  const { stdin, stdout, kill, ended } = startReading(gitDir, ["cat-file", "--batch", "--buffer"], signal);
  void feed(stdin, oids);
  const reader = new ByteReader(stdout);
  try {
    for (let index = 0; index < oids.length; index++) {
      const header = await reader.line();
      if (header === null) break;
      const size = /^[0-9a-f]+ \S+ (\d+)$/.exec(header)?.[1];
      if (size === undefined) {
        yield null;
        continue;
      }
      const bytes = await reader.take(Number(size) + 1);
      yield bytes.subarray(0, Number(size));
    }
    await ended;
  } finally {
    kill();
  }
}

async function feed(input: Writable, oids: readonly string[]): Promise<void> {
  const step = 500;
  for (let from = 0; from < oids.length && !input.destroyed; from += step) {
    const flowing = input.write(oids.slice(from, from + step).join("\n") + "\n");
    if (!flowing) {
      await new Promise<void>((resolve) => {
        const resume = (): void => {
          input.off("drain", resume);
          input.off("close", resume);
          resolve();
        };
        input.once("drain", resume);
        input.once("close", resume);
      });
    }
  }
  input.end();
}

/** Reads lines and counted bytes from a stream without keeping more than one chunk too many. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  async line(): Promise<string | null> {
    for (;;) {
      const end = this.#rest.indexOf(10);
      if (end >= 0) {
        const line = this.#rest.toString("utf8", 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      if (!(await this.#more())) return null;
    }
  }

  async take(count: number): Promise<Buffer> {
    if (this.#rest.length < count) {
      const parts = [this.#rest];
      let have = this.#rest.length;
      while (have < count) {
        const next = await this.#chunks.next();
        if (next.done) throw new GitReadError("cat-file", "the answer was cut");
        parts.push(next.value);
        have += next.value.length;
      }
      this.#rest = Buffer.concat(parts);
    }
    const taken = this.#rest.subarray(0, count);
    this.#rest = this.#rest.subarray(count);
    return taken;
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    if (next.done) return false;
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, next.value]) : next.value;
    return true;
  }
}
