import { Readable } from "node:stream";

/** Values that are sent as lines of JSON while they are made. Their number is bounded by who makes them: they are kept until the client has taken them. */
export class LineStream<T> {
  readonly values: AsyncIterable<T>;

  private constructor(values: AsyncIterable<T>) {
    this.values = values;
  }

  /**
   * Waits for the first value, so that a failure before it is answered by its status. A later one cuts the response off.
   * @param run calls its argument with each value, and ends with the last; it has to end by itself where the client has gone
   */
  static async open<T>(run: (emit: (value: T) => void) => Promise<void>): Promise<LineStream<T>> {
    const values = new Readable({ objectMode: true, read: () => undefined });
    // A response whose client has gone reads no failure.
    values.on("error", () => undefined);
    await new Promise<void>((resolve, reject) => {
      const emit = (value: T): void => {
        if (!values.destroyed) values.push(value);
        resolve();
      };
      run(emit).then(
        () => {
          if (!values.destroyed) values.push(null);
          resolve();
        },
        (error: unknown) => {
          const failure = error instanceof Error ? error : new Error(String(error));
          values.destroy(failure);
          reject(failure);
        },
      );
    });
    return new LineStream<T>(values);
  }

  /** @param check throws for a value that must not be sent */
  async *chunks(check?: (value: T) => void): AsyncGenerator<Uint8Array> {
    for await (const value of this.values) {
      check?.(value);
      yield Buffer.from(`${JSON.stringify(value)}\n`);
    }
  }
}
