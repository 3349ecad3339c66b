import { readFile } from "node:fs/promises";
import { GitStoppedError } from "./gitErrors.ts";
import { usableMemoryBytes } from "../process/machine.ts";
import { message } from "../messages/messages.ts";

const MIB = 2 ** 20;
const POLL_INTERVAL_MS = 250;
const MAX_MEMORY_BYTES = 2048 * MIB;
const MIN_MEMORY_BYTES = 192 * MIB;

/** Bytes that one git process may allocate: a quarter of what this process may use (the control group's limit, where there is one). */
const GIT_MEMORY = Math.round(Math.min(MAX_MEMORY_BYTES, Math.max(MIN_MEMORY_BYTES, usableMemoryBytes() / 4)));

/**
 * Kills a git process that allocates more than GIT_MEMORY. git holds the whole difference of two trees before it writes a word, so no limit
 * on its output protects from a tree that names one folder billions of times. Mapped files do not count. Linux only: other systems do not
 * tell the number.
 * @param maxBytes bytes
 * @returns ends the watch
 */
export function watchMemory(
  pid: number | undefined,
  stop: (why: GitStoppedError) => void,
  maxBytes: number = GIT_MEMORY,
): () => void {
  if (pid === undefined || process.platform !== "linux") return () => undefined;
  const timer = setInterval(() => {
    readFile(`/proc/${pid}/status`, "latin1").then(
      (status) => {
        // A process that has just been forked shows the memory of its parent, one that has ended shows none.
        if (!status.startsWith("Name:\tgit\n")) return;
        const kilobytes = Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
        if (kilobytes * 1024 <= maxBytes) return;
        const limit = Math.round(maxBytes / MIB);
        stop(new GitStoppedError("memory", message("git.memory", { max: limit })));
      },
      () => undefined, // it has ended
    );
  }, POLL_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}
