/** Work with the same key runs sequentially in order of arrival; work with different keys runs concurrently. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does the work when all that came before with this key has ended, well or badly. */
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.catch(() => undefined).then(work);
    this.#last.set(key, mine);
    return mine.finally(() => {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    });
  }
}
