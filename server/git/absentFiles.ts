const ABSENT: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

/** Whether a call on a path failed because the path does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ABSENT.has(String(error.code));

/**
 * What a call on a path results in; another value where the path does not exist. Other failures are thrown: a process that has too many open
 * files does not know what exists.
 */
export const orIfMissing = <T, U>(work: Promise<T>, value: U): Promise<T | U> =>
  work.catch((error: unknown) => {
    if (isMissing(error)) return value;
    throw error;
  });
