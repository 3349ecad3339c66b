/** A history of which only some commits are kept, as a graph of these. */
import { folderPathspecs } from "./folderPaths.ts";
import { readOutput } from "./readOutput.ts";
import { startReading } from "./startReading.ts";

/** Kept commits that stand for one that is not kept: the index has two parents of a commit. */
const MAX_NEAREST = 2;
/** Commits before a range that are looked up one by one; beyond them a commit has no parents. */
const MAX_LOOKUPS = 200;
const LIMITS = { maxBytes: 4096, timeoutMs: 60_000 };

/**
 * For each commit of a history its nearest kept commits: itself, or those of its parents. So a graph whose parents are replaced by their nearest
 * ones leads from each kept commit to the kept ones before it.
 * @param range a commit, or `a..b`
 * @param members the kept commits of the range
 * @param before the nearest kept commits of one that is before the range
 * @throws GitReadError, or the signal's reason
 */
export async function readNearest(
  gitDir: string,
  range: string,
  members: ReadonlySet<string>,
  before: (hash: string) => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const git = startReading(gitDir, ["rev-list", "--topo-order", "--reverse", "--parents", range, "--"], signal);
  git.stdin.end();
  const nearest = new Map<string, readonly string[]>();
  let lookups = 0;
  const nearestOf = async (hash: string): Promise<readonly string[]> => {
    const cached = nearest.get(hash);
    if (cached) return cached;
    const earlier = ++lookups > MAX_LOOKUPS ? [] : await before(hash);
    nearest.set(hash, earlier);
    return earlier;
  };
  let rest = "";
  try {
    for await (const chunk of git.stdout.setEncoding("latin1") as AsyncIterable<string>) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const [hash = "", ...parents] = line.split(" ");
        const ofParents: (readonly string[])[] = [];
        for (const parent of parents) ofParents.push(await nearestOf(parent));
        nearest.set(hash, members.has(hash) ? [hash] : joinNearest(ofParents));
      }
    }
    await git.ended;
  } finally {
    git.kill();
  }
  return nearest;
}

/**
 * The nearest commits of parents as one list, the first of each parent before any second one. The list of one parent stays the same, so that a
 * long history without kept commits has one.
 */
export function joinNearest(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = lists;
  if (others.length === 0) return first;
  const places = Array.from({ length: MAX_NEAREST }, (_, place) => place);
  return [...new Set(places.flatMap((place) => lists.flatMap((list) => list[place] ?? [])))].slice(0, MAX_NEAREST);
}

/** The newest commit of a history that differs in these folders; none where no commit does. @throws GitReadError, or the signal's reason */
export async function findNearest(
  gitDir: string,
  hash: string,
  folders: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const args = ["rev-list", "--topo-order", "--full-history", "--max-count=1", hash, "--", ...folderPathspecs(folders)];
  const { bytes } = await readOutput(gitDir, args, LIMITS, signal);
  const commit = bytes.toString("latin1").trim();
  return commit === "" ? [] : [commit];
}
