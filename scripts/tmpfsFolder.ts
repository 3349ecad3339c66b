// Where tests put their temporary files. An embedded database is some 1,300 files: copying one takes a second on a disk and 40 ms in memory.
import { readFileSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const TMPFS = "/dev/shm";
/** Required free space in memory and in the folder: many times the peak of a run. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;

/** A folder in memory if the machine has one with enough space; otherwise, or if TMPDIR is set, the system's temporary folder. */
export function tmpfsFolder(): string {
  if (process.platform !== "linux" || process.env["TMPDIR"] !== undefined) return tmpdir();
  // The limit of a container counts, not the memory of its host.
  if (process.availableMemory() < 2 * MIN_FREE_BYTES) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(TMPFS);
    if (bavail * bsize < MIN_FREE_BYTES) return tmpdir();
    // Some tests execute programs that they have written; a container may mount its memory folder noexec.
    const mount = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .findLast(([, place]) => place === TMPFS);
    return mount?.[2] === "tmpfs" && !mount[3]?.split(",").includes("noexec") ? TMPFS : tmpdir();
  } catch {
    return tmpdir();
  }
}
