/** Work of one key is done one after the other, in the order in which it came; that of other keys beside it. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does the work when all that came before with this key has ended, well or badly. */
  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(work);
    this.#last.set(key, mine);
    return mine.finally(() => {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    });
  }
}
