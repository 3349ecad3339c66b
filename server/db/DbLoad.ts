/** How many connections there are, how many are used, who waits for one and how long: the first thing to look at when all is slow. */
export interface DbLoad {
  readonly size: number;
  readonly busy: number;
  readonly waiting: number;
  /** Receives how long each caller waited for its connection, in seconds. Set by the metrics. */
  onWaited: (seconds: number) => void;
}

/** Times the way to a connection. */
export async function timed<T>(load: DbLoad, acquire: () => Promise<T>): Promise<T> {
  const requestedAt = performance.now();
  const connection = await acquire();
  load.onWaited((performance.now() - requestedAt) / 1000);
  return connection;
}
