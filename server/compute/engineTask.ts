/** The tasks of engine threads. */
import type { ComputePrincipal } from "./ComputeBudget.ts";

export interface EngineTask {
  readonly name: string;
  /** Plain data. */
  readonly context: unknown;
  /** Null for background work. */
  readonly principal: ComputePrincipal | null;
  /** Tasks with one key run in one thread where possible, whose caches are warm for it. */
  readonly key: string;
  /** Only in the thread of its key. */
  readonly isPinned: boolean;
  /** The answer is the bytes of its JSON (Uint8Array), or of its text where it is one. */
  readonly isSerialized: boolean;
  /** Ends within a tenth of a second, so that it may use the last free thread while no one else waits. */
  readonly isSlice: boolean;
}

export interface TaskOptions
  extends Pick<EngineTask, "principal" | "key">, Partial<Pick<EngineTask, "isPinned" | "isSerialized" | "isSlice">> {
  /** The company of the project, for background work. */
  readonly company?: string;
  readonly signal: AbortSignal;
  /** Receives the processor time of the task in milliseconds, before it settles. */
  readonly onCpu?: ((milliseconds: number) => void) | undefined;
}

/** The thread of a process with this many that has the caches of a key. */
export function threadIn(key: string, threads: number): number {
  let hash = 0;
  for (let at = 0; at < key.length; at += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) >>> 0;
  return hash % threads;
}
