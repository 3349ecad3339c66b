import { readFileSync } from "node:fs";

/** Clock ticks of Linux per second. */
const TICKS = 100;

/** Processor time and memory of a process, by Linux. */
export function readProcess(pid: number): {
  readonly cpuMs: number;
  readonly rss: number;
  readonly anonymous: number;
  readonly shared: number;
} {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) * 1024;
  return {
    cpuMs: ((Number(fields[11]) + Number(fields[12])) / TICKS) * 1000,
    rss: bytes("VmRSS"),
    anonymous: bytes("RssAnon"),
    shared: bytes("RssShmem"),
  };
}
