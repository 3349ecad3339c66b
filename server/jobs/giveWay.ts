import { readlinkSync } from "node:fs";
import { setPriority } from "node:os";

/** As `nice`: 0 is usual, 19 the most polite. */
const POLITE = 10;

/**
 * Lets everybody else of this machine go first: for a thread that works for nobody who waits. Where people ask at the same time, the
 * thread that answers them gets the core; where nobody does, this one is as fast as ever. Linux gives each thread a priority of its own;
 * elsewhere nothing changes.
 * @param politeness 0 to 19, as `nice`
 */
export function giveWay(politeness: number = POLITE): void {
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    if (Number.isInteger(thread) && thread !== process.pid) setPriority(thread, politeness);
  } catch {
    // No such folder, or not allowed: then all threads are alike.
  }
}
