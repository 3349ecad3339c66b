import { readOutput } from "./readOutput.ts";

const LIMITS = { maxBytes: 16 << 20, timeoutMs: 60_000 };

/** When each of these commits came into its history. @throws GitReadError where there is no such commit, or the signal's reason */
export async function readCommitTimes(
  gitDir: string,
  hashes: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Date>> {
  if (hashes.length === 0) return new Map();
  const args = ["rev-list", "--no-walk=unsorted", "--timestamp", "--stdin"];
  const { bytes } = await readOutput(gitDir, args, LIMITS, signal, hashes.map((hash) => `${hash}\n`).join(""));
  const lines = bytes.toString("latin1").split("\n").filter(Boolean);
  return new Map(
    lines.map((line): [string, Date] => {
      const [seconds = "", hash = ""] = line.split(" ");
      return [hash, new Date(Number(seconds) * 1000)];
    }),
  );
}
