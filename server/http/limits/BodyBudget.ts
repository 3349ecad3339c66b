/** The maximum numbers of bytes. */
export interface BodyLimits {
  readonly total: number;
  readonly perSender: number;
}

/** What one body holds of a budget. */
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
  readonly #held = new Map<string, number>();
  #total = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** Begins to count the bytes of a body. */
  open(sender: string): HeldBytes {
    let own = 0;
    let isReleased = false;
    return {
      grow: (bytes) => {
        const held = this.#held.get(sender) ?? 0;
        const isBeyond = this.#total + bytes > this.#limits.total || held + bytes > this.#limits.perSender;
        if (isReleased || isBeyond) return false;
        this.#add(sender, bytes);
        own += bytes;
        return true;
      },
      release: () => {
        if (!isReleased) this.#add(sender, -own);
        isReleased = true;
      },
    };
  }

  #add(sender: string, bytes: number): void {
    this.#total += bytes;
    const held = (this.#held.get(sender) ?? 0) + bytes;
    if (held > 0) this.#held.set(sender, held);
    else this.#held.delete(sender);
  }
}
