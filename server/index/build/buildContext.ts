import type { Blobs } from "../blobs/blobs.ts";
import { BuildAbortedError, DamagedIndexError } from "../indexErrors.ts";

export type BuildStep = "list" | "files" | "symbols" | "history" | "issues" | "requests" | "pages" | "write";

/** How far a build is: `done` of `total` things of this step; `total` is null while it is not known. */
export interface BuildProgress {
  readonly step: BuildStep;
  readonly done: number;
  readonly total: number | null;
}

/** What a build needs from its surroundings, in the worker or in a test. */
export interface BuildContext {
  readonly blobs: Blobs;
  readonly progress: (progress: BuildProgress) => void;
  /** Aborts git; synchronous work also calls `checkpoint`. */
  readonly signal: AbortSignal;
  /** Throws BuildAbortedError once the caller has called the build off. */
  readonly checkpoint: () => void;
}

/** A context for use without a worker. */
export function plainContext(blobs: Blobs, signal: AbortSignal = new AbortController().signal): BuildContext {
  return {
    blobs,
    progress: () => undefined,
    signal,
    checkpoint: () => {
      if (signal.aborted) throw new BuildAbortedError();
    },
  };
}

/** The bytes of a blob that a manifest names. */
export async function requireBlob(blobs: Pick<Blobs, "get">, hash: string, what: string): Promise<Buffer> {
  const bytes = await blobs.get(hash);
  if (!bytes) throw new DamagedIndexError(what, "its blob is not in the store");
  return bytes;
}
