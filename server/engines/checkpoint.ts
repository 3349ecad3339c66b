/**
 * Cancellation of engine work in a thread. An engine computes without giving its thread's event loop a turn, so it polls a flag in shared
 * memory at its checkpoints. On the main thread and in the command line no flag is set and a checkpoint costs one comparison.
 */

/** Thrown at a checkpoint after the task was cancelled. */
export class Cancelled extends Error {
  override readonly name = "Cancelled";
  constructor() {
    super("The task was cancelled.");
  }
}

let isCancelled: (() => boolean) | null = null;

/** Sets the predicate that checkpoints poll; null removes it. A thread runs one task at a time, so one predicate is enough. */
export function pollCancellation(predicate: (() => boolean) | null): void {
  isCancelled = predicate;
}

/** @throws Cancelled when the running task was cancelled */
export function checkpoint(): void {
  if (isCancelled !== null && isCancelled()) throw new Cancelled();
}
