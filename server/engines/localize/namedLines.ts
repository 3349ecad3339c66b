import type { OpenedCode, OpenedIndex } from "../../index/OpenedIndex.ts";
import { memoize } from "../../memoize.ts";
import type { Question } from "../question/question.ts";
import { filesOfFrame, filesOfPath } from "./namedFiles.ts";
import type { RankedFile } from "./rankFiles.ts";

/**
 * The line (1-based) that links and stack traces of a text name in each file: of the surest path for the file, the first.
 * Links come before frames, because a writer selected them.
 */
function namedLines(
  index: OpenedIndex,
  code: OpenedCode,
  { linkedLines, frames }: Question,
): ReadonlyMap<number, number> {
  const result = new Map<number, { readonly line: number; readonly certainty: number }>();
  const linked = new Set(linkedLines);
  for (const frame of [...linkedLines, ...frames]) {
    const { path, line } = frame;
    if (line === null || line === 0) continue;
    for (const { file, certainty } of (linked.has(frame) ? filesOfPath : filesOfFrame)(index, code, path)) {
      if (certainty > (result.get(file)?.certainty ?? 0)) result.set(file, { line, certainty });
    }
  }
  return new Map(Array.from(result, ([file, { line }]) => [file, line]));
}

/** Finds the line that the text names in a file; null without one. */
export function namedLineFinder(
  index: OpenedIndex,
  question: Question,
): (place: Pick<RankedFile, "member" | "file">) => number | null {
  const linesOf = memoize((code: OpenedCode) => namedLines(index, code, question));
  return ({ member, file }) => {
    const code = index.code[member];
    return (code && linesOf(code).get(file)) ?? null;
  };
}
