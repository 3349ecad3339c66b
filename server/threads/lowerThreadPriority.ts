import { readlinkSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/** As `nice`: added to the priority of a thread or a process that works in the background. */
export const BACKGROUND_NICE = 10;
/** The lowest priority that a thread or a process can have. */
export const MAX_NICE = 19;

/**
 * Lowers the priority of the current thread, for background work: threads that answer users get the core first, and an idle machine is as
 * fast as before. Linux has a priority per thread; on other systems this does nothing.
 * @param nice added to the priority that the thread has: a process that itself is run with \`nice\` must not get threads above its main one
 */
export function lowerThreadPriority(nice: number = BACKGROUND_NICE): void {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    if (Number.isInteger(thread) && thread !== process.pid)
      setPriority(thread, Math.min(MAX_NICE, getPriority(thread) + nice));
  } catch {
    // No such folder, or not allowed: then all threads are alike.
  }
}
