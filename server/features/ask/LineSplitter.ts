const [LINE_FEED, RETURN] = [0x0a, 0x0d];

/** Splits bytes into lines as they arrive, so that no character is decoded in halves. A line ends with LF, CR or both. */
export class LineSplitter {
  readonly #maxBytes: number;
  #parts: Uint8Array[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** @returns the lines that are complete, without empty ones; null where one is too long */
  push(chunk: Uint8Array): Uint8Array[] | null {
    const lines: Uint8Array[] = [];
    let from = 0;
    for (let at = 0; at < chunk.byteLength; at += 1) {
      if (chunk[at] !== LINE_FEED && chunk[at] !== RETURN) continue;
      this.#keep(chunk.subarray(from, at));
      if (this.#bytes > this.#maxBytes) return null;
      lines.push(...this.end());
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
    return this.#bytes > this.#maxBytes ? null : lines;
  }

  /** @returns what has no end of line */
  end(): Uint8Array[] {
    const line = Buffer.concat(this.#parts, this.#bytes);
    this.#parts = [];
    this.#bytes = 0;
    return line.byteLength > 0 ? [line] : [];
  }

  #keep(part: Uint8Array): void {
    if (part.byteLength === 0) return;
    this.#parts.push(part);
    this.#bytes += part.byteLength;
  }
}
