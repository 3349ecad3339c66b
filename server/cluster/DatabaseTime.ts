/**
 * The database's clock as this process estimates it between two statements. Clocks of machines differ and may be set; all processes of an
 * installation read this one.
 */
export class DatabaseTime {
  /** Milliseconds since 1970 minus `performance.now()`. */
  #offset: number | undefined;

  /** Takes what the database returned as now. The estimate is late by the time that the answer took. */
  set(now: Date): void {
    this.#offset = now.getTime() - performance.now();
  }

  /** Milliseconds since 1970; of this machine's clock before the first answer. */
  now(): number {
    return this.#offset === undefined ? Date.now() : this.#offset + performance.now();
  }
}
