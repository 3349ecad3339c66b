import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** As `nice`: 0 is usual, 19 the most polite. */
const NICE = 10;

/**
 * Lowers the priority of the current thread, for background work: threads that answer users get the core first, and an idle machine is as
 * fast as before. Linux has a priority per thread; on other systems this does nothing.
 * @param nice 0 to 19, as `nice`
 */
export function lowerThreadPriority(nice: number = NICE): void {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    if (Number.isInteger(thread) && thread !== process.pid) setPriority(thread, nice);
  } catch {
    // No such folder, or not allowed: then all threads are alike.
  }
}
