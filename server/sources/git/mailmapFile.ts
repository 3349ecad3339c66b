import { gitFailure } from "./gitFailure.ts";
import { startGit } from "./gitProcess.ts";

/** Bytes. The longest one that we know has 60 kB. */
const LONGEST = 2 ** 20;

/**
 * The `.mailmap` at the root of a commit; empty where there is none, where it is a link (git follows none there either), or where it is
 * longer than any that people keep.
 * @throws SourceError
 */
export async function readMailmapFile(folder: string, commit: string, signal: AbortSignal): Promise<string> {
  const listed = await outputOf(folder, ["ls-tree", "-l", commit, "--", ".mailmap"], signal);
  const [, oid, size] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t/.exec(listed) ?? [];
  if (oid === undefined || Number(size) > LONGEST) return "";
  return outputOf(folder, ["cat-file", "blob", oid], signal);
}

async function outputOf(folder: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  const { child, ended } = startGit(["-C", folder, ...args], { signal });
  child.stdin.end();
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const { code, complaint } = await ended;
  if (code !== 0) throw gitFailure(complaint, "");
  return Buffer.concat(chunks).toString("utf8");
}
