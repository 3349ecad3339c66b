import { startReading } from "./startReading.ts";

export interface OutputLimits {
  /** Bytes that are read. */
  readonly maxBytes: number;
  /** Milliseconds that git may take. */
  readonly timeoutMs: number;
}

export interface Output {
  readonly bytes: Buffer;
  /** A limit was reached: the rest was not read. */
  readonly isCut: boolean;
  /** The limit was that of time: another try may read more. */
  readonly isTimedOut: boolean;
}

/**
 * What a command that only reads a repository writes, up to the limits.
 * @throws GitReadError for an error status, or the signal's reason
 */
export async function readOutput(
  gitDir: string,
  args: readonly string[],
  { maxBytes, timeoutMs }: OutputLimits,
  signal: AbortSignal,
  input = "",
): Promise<Output> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const { stdin, stdout, kill, ended } = startReading(gitDir, args, AbortSignal.any([signal, timeout]));
  stdin.end(input);
  const chunks: Buffer[] = [];
  let length = 0;
  const taken = (): Buffer => Buffer.concat(chunks).subarray(0, maxBytes);
  try {
    for await (const chunk of stdout as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) return { bytes: taken(), isCut: true, isTimedOut: false };
    }
    await ended;
    return { bytes: taken(), isCut: false, isTimedOut: false };
  } catch (error) {
    if (!signal.aborted && timeout.aborted) return { bytes: taken(), isCut: true, isTimedOut: true };
    throw error;
  } finally {
    kill();
  }
}
