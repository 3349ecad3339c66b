import type { BlameCommit, CodeBlame } from "../../../contract/code/code.ts";

/** Who wrote each line. */
export interface LineBlame {
  /** Place of the range of each line (from 1) in `ranges`, or -1. */
  readonly rangeOf: Int32Array;
  readonly ranges: CodeBlame["ranges"];
  readonly commits: readonly BlameCommit[];
  /** From 0 for the oldest commit to 1 for the newest, by the commit's place. */
  readonly recency: readonly number[];
}

/** The blame of a file as its view looks it up. @param lines of the file */
export function lineBlame({ ranges, commits }: Pick<CodeBlame, "ranges" | "commits">, lines: number): LineBlame {
  const rangeOf = new Int32Array(lines + 1).fill(-1);
  ranges.forEach(({ line, lines: count }, at) => rangeOf.fill(at, line, Math.min(lines + 1, line + count)));
  const times = commits.map(({ at }) => Date.parse(at));
  const order = [...new Set(times)].sort((a, b) => a - b);
  const places = new Map(order.map((time, at) => [time, order.length < 2 ? 1 : at / (order.length - 1)]));
  return { rangeOf, ranges, commits, recency: times.map((time) => places.get(time) ?? 0) };
}

/** Who wrote a line. @param isTop the line is the first in view, which has the names of a commit that begins above it */
export function blameOfLine({ rangeOf, ranges, commits, recency }: LineBlame, line: number, isTop: boolean) {
  const range = ranges[rangeOf[line] ?? -1];
  const place = range?.commit ?? -1;
  return { commit: commits[place] ?? null, recency: recency[place] ?? 0, isFirst: isTop || range?.line === line };
}
