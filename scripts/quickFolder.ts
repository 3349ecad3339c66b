// Where tests put their temporary files. An embedded database is some 1,300 files: copying one takes a second on a disk and 40 ms in memory.
import { readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY = "/dev/shm";
/** Of memory and of the folder: many times what a run has at one time, so that it never comes to the edge. */
const ROOM = 4 * 1024 ** 3;

/** A folder in memory where the machine has one with much room, and otherwise, or where TMPDIR says so, the system's temporary folder. */
export function quickFolder(): string {
  if (process.platform !== "linux" || process.env["TMPDIR"] !== undefined) return tmpdir();
  // A container's own limit counts, whatever its machine has.
  if (process.availableMemory() < 2 * ROOM) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ROOM) return tmpdir();
    // Some tests start programs that they have written, which a container's folder in memory may refuse.
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .findLast(([, place]) => place === MEMORY);
    return mount?.[2] === "tmpfs" && !mount[3]?.split(",").includes("noexec") ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
