/** A Uint32Array that grows: millions of numbers without boxing them in a JavaScript array. */
export class GrowableU32 {
  data: Uint32Array;
  length = 0;

  constructor(capacity = 1024) {
    this.data = new Uint32Array(capacity);
  }

  push(value: number): void {
    if (this.length === this.data.length) {
      const bigger = new Uint32Array(this.data.length * 2);
      bigger.set(this.data);
      this.data = bigger;
    }
    this.data[this.length++] = value;
  }

  /** The filled part, a view on the same memory. */
  view(): Uint32Array {
    return this.data.subarray(0, this.length);
  }
}

/** A byte array that grows, with the variable-length numbers that postings are written in. */
export class GrowableBytes {
  data: Buffer;
  length = 0;

  constructor(capacity = 4096) {
    this.data = Buffer.allocUnsafeSlow(capacity);
  }

  reserve(more: number): void {
    if (this.length + more <= this.data.length) return;
    const bigger = Buffer.allocUnsafeSlow(Math.max(this.data.length * 2, this.length + more));
    this.data.copy(bigger, 0, 0, this.length);
    this.data = bigger;
  }

  byte(value: number): void {
    if (this.length === this.data.length) this.reserve(1);
    this.data[this.length++] = value;
  }

  /** LEB128, for numbers below 2^32. */
  varint(value: number): void {
    this.reserve(5);
    let rest = value >>> 0;
    while (rest > 127) {
      this.data[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.data[this.length++] = rest;
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.data.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** The filled part, a view on the same memory. */
  view(): Buffer {
    return this.data.subarray(0, this.length);
  }
}
