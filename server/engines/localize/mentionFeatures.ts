import type { OpenedIndex } from "../../index/indexCache.ts";
import { filesAtPath } from "./pathMatches.ts";
import type { Question } from "../report/question.ts";
import type { FileValues } from "./weights.ts";

/** Paths, file names, modules and stack frames of the issue, found in the repositories. */
export function mentionFeatures(
  index: OpenedIndex,
  question: Question,
): Record<"pathMention" | "trace" | "traceTop", FileValues> {
  const pathMention = index.code.map(({ files }) => new Float32Array(files.length));
  const trace = index.code.map(({ files }) => new Float32Array(files.length));
  const traceTop = index.code.map(({ files }) => new Float32Array(files.length));
  index.code.forEach(({ files }, member) => {
    const mentioned = pathMention[member];
    const traced = trace[member];
    if (!mentioned || !traced) return;
    const top = traceTop[member];
    for (const path of [...question.linkedLines.map((frame) => frame.path), ...question.paths]) {
      for (const { file, certainty } of filesAtPath(files, path))
        mentioned[file] = Math.max(mentioned[file] ?? 0, certainty);
    }
    let rank = 0;
    const seen = new Set<string>();
    for (const { path } of question.frames) {
      if (seen.has(path)) continue;
      seen.add(path);
      const places = filesAtPath(files, path);
      // Frames outside the repository do not count as steps.
      if (places.length === 0) continue;
      for (const { file, certainty } of places) {
        traced[file] = Math.max(traced[file] ?? 0, certainty / (1 + rank * 0.5));
        if (rank === 0 && top) top[file] = Math.max(top[file] ?? 0, certainty);
      }
      rank++;
    }
  });
  return { pathMention, trace, traceTop };
}
