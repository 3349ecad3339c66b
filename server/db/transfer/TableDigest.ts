import { createHash } from "node:crypto";

const MASK = (1n << 256n) - 1n;

/** How many rows a table has, and a sum over all of them: independent of their order, and different if one character differs. */
export interface TableSum {
  readonly rows: number;
  /** 64 hex digits. */
  readonly sum: string;
}

/** Adds up the SHA-256 of each row as the database writes it. */
export class TableDigest {
  #rows = 0;
  #sum = 0n;

  add(line: string): void {
    this.#rows += 1;
    this.#sum = (this.#sum + BigInt(`0x${createHash("sha256").update(line).digest("hex")}`)) & MASK;
  }

  get result(): TableSum {
    return { rows: this.#rows, sum: this.#sum.toString(16).padStart(64, "0") };
  }
}
