import { gitFailure } from "./gitFailure.ts";
import { runSourceGit } from "./sourceGit.ts";

/** Bytes. The longest known one has 60 kB. */
const MAX_BYTES = 2 ** 20;

/**
 * The `.mailmap` at the root of a commit; empty where there is none, where it is a link (git follows none there either), or where it is
 * longer than any that people keep.
 * @throws SourceError
 */
export async function readMailmapFile(folder: string, commit: string, signal: AbortSignal): Promise<string> {
  const listed = await outputOf(folder, ["ls-tree", "-l", commit, "--", ".mailmap"], signal);
  const [, oid, size] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t/.exec(listed) ?? [];
  if (oid === undefined || Number(size) > MAX_BYTES) return "";
  return outputOf(folder, ["cat-file", "blob", oid], signal);
}

async function outputOf(folder: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  const { code, output, stderr } = await runSourceGit(["-C", folder, ...args], { signal });
  if (code !== 0) throw gitFailure(stderr, "");
  return output.toString("utf8");
}
