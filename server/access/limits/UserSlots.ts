import { TooMany } from "../../errors.ts";
import type { Message } from "../../messages/messages.ts";

/** Limits how much of a kind of work one user has in progress at the same time in this process. */
export class UserSlots {
  readonly #max: number;
  readonly #retryAfterSeconds: number;
  readonly #refusal: Message;
  readonly #underWay = new Map<string, number>();

  /** @param retryAfterSeconds how long one piece of the work takes at most */
  constructor(max: number, retryAfterSeconds: number, refusal: Message) {
    this.#max = max;
    this.#retryAfterSeconds = retryAfterSeconds;
    this.#refusal = refusal;
  }

  /** @throws TooMany while the user has as much in progress as is allowed */
  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const running = this.#underWay.get(userId) ?? 0;
    if (running >= this.#max) throw new TooMany(this.#retryAfterSeconds, this.#refusal);
    this.#underWay.set(userId, running + 1);
    try {
      return await work();
    } finally {
      const remaining = (this.#underWay.get(userId) ?? 1) - 1;
      if (remaining > 0) this.#underWay.set(userId, remaining);
      else this.#underWay.delete(userId);
    }
  }
}
