interface Waiting {
  readonly bytes: number;
  readonly begin: () => void;
}

/** Limits how many bytes all readers hold in memory at one time. A request for more than is left waits, first in, first out. */
export class ByteBudget {
  readonly #total: number;
  #left: number;
  readonly #waiting: Waiting[] = [];

  constructor(total: number) {
    this.#total = total;
    this.#left = total;
  }

  /** Bytes that are held now. */
  get reserved(): number {
    return this.#total - this.#left;
  }

  /**
   * Takes bytes from the budget. A share larger than the whole budget is granted when no other share is held.
   * @returns releases the share; further calls do nothing
   * @throws the signal's reason
   */
  async take(bytes: number, signal: AbortSignal | undefined): Promise<() => void> {
    const share = Math.min(bytes, this.#total);
    signal?.throwIfAborted();
    if (this.#waiting.length > 0 || share > this.#left) await this.#wait(share, signal);
    else this.#left -= share;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#left += share;
      this.#next();
    };
  }

  #wait(share: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal?.reason instanceof Error ? signal.reason : new Error("Cancelled."));
        this.#next();
      };
      const waiting: Waiting = {
        bytes: share,
        begin: () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        },
      };
      this.#waiting.push(waiting);
      signal?.addEventListener("abort", stop, { once: true });
    });
  }

  #next(): void {
    for (let [first] = this.#waiting; first && first.bytes <= this.#left; [first] = this.#waiting) {
      this.#waiting.shift();
      this.#left -= first.bytes;
      first.begin();
    }
  }
}
