import type { DiffHunk } from "../../contract/code/commits.ts";
import type { ReviewThread } from "../../contract/requests/requests.ts";
import { lineKey, lineText } from "./diffRows.ts";

export interface PlacedThreads {
  /** Those whose line the hunks have, by `lineKey`. */
  readonly inside: ReadonlyMap<string, readonly ReviewThread[]>;
  /** Outdated ones, those about the whole file, and those whose line is not among the hunks. */
  readonly outside: readonly ReviewThread[];
}

/** The text of the line that a host shows last above a comment: the line that it is about. */
const commentedText = (hunk: string): string => (hunk.trimEnd().split("\n").at(-1) ?? "").slice(1).trimEnd();

/** Where the discussions of a file belong in its difference. A line that has another text than at the host is not taken for the same. */
export function placeThreads(hunks: readonly DiffHunk[], threads: readonly ReviewThread[]): PlacedThreads {
  const inside = new Map<string, ReviewThread[]>();
  const outside: ReviewThread[] = [];
  for (const thread of threads) {
    const { side, line, hunk, is_outdated: isOutdated } = thread;
    const text = line === null || isOutdated ? null : lineText(hunks, side, line);
    if (line === null || text === null || (hunk !== null && commentedText(hunk) !== text.trimEnd())) {
      outside.push(thread);
      continue;
    }
    const key = lineKey(side, line);
    const existing = inside.get(key);
    if (existing) existing.push(thread);
    else inside.set(key, [thread]);
  }
  return { inside, outside };
}
