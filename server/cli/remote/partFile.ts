/** Names of files that are being written next to their target, by which what a killed process has left is recognised. */
import { createHash, randomUUID } from "node:crypto";
import { lstat, readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { DAY_MS } from "../../../contract/durations.ts";

/** The machine, the process and a number. */
const NAME = /^\.([0-9a-f]{8})-(\d{1,10})-[0-9a-f]{8}\.part$/;
const machine = (): string => createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** A path that no other process and no other call gets. */
export const partPath = (target: string): string =>
  `${target}.${machine()}-${process.pid}-${randomUUID().slice(0, 8)}.part`;

/**
 * Deletes what killed processes have left next to a target: those of this machine whose process has ended, and those of another machine that have
 * not grown for a day. What cannot be deleted stays.
 */
export async function deleteLeftParts(target: string): Promise<void> {
  const folder = dirname(target);
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names) {
    if (!name.startsWith(basename(target))) continue;
    const [, of, pid] = NAME.exec(name.slice(basename(target).length)) ?? [];
    if (of === undefined) continue;
    const path = join(folder, name);
    const facts = await lstat(path).catch(() => undefined);
    if (facts?.isFile() !== true) continue;
    const isLeft = of === machine() ? !isRunning(Number(pid)) : Date.now() - facts.mtimeMs > DAY_MS;
    if (isLeft) await rm(path, { force: true }).catch(() => undefined);
  }
}

/** This process begins one file at a time, so that an earlier one of its number is of a process that has ended. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs as another user.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
