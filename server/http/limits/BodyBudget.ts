/** The maximum numbers of bytes. */
export interface BodyLimits {
  readonly total: number;
  readonly perSender: number;
}

/** Bytes of a budget that one body holds. */
export interface HeldBytes {
  /** @returns false, without an effect, where these bytes are beyond a limit, or all were given back */
  grow(bytes: number): boolean;
  /** Gives all bytes back, once the body is no longer in memory. */
  release(): void;
}

/** Bytes of bodies that are in memory at one time, of all senders together and of each. */
export class BodyBudget {
  readonly #limits: BodyLimits;
  /** Bytes by sender; without those who hold none. */
  readonly #reserved = new Map<string, number>();
  #total = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** Begins to count the bytes of a body. */
  open(sender: string): HeldBytes {
    let reservedHere = 0;
    let isReleased = false;
    return {
      grow: (bytes) => {
        const reserved = this.#reserved.get(sender) ?? 0;
        const isBeyond = this.#total + bytes > this.#limits.total || reserved + bytes > this.#limits.perSender;
        if (isReleased || isBeyond) return false;
        this.#add(sender, bytes);
        reservedHere += bytes;
        return true;
      },
      release: () => {
        if (!isReleased) this.#add(sender, -reservedHere);
        isReleased = true;
      },
    };
  }

  #add(sender: string, bytes: number): void {
    this.#total += bytes;
    const reserved = (this.#reserved.get(sender) ?? 0) + bytes;
    if (reserved > 0) this.#reserved.set(sender, reserved);
    else this.#reserved.delete(sender);
  }
}
