import { memoize } from "../../../memoize.ts";
import type { Question } from "../../question/question.ts";
import { type FileContext, type FileFeature, MAX_REASON_TERMS, emptyValues } from "../FileFeature.ts";
import { filesOfFrame } from "../namedFiles.ts";
import { FILE_CONSTANTS } from "../localizeWeights.ts";

const factor = ({ isOnlyTrace }: Question): number => (isOnlyTrace ? FILE_CONSTANTS.traceOnly.value : 1);

const traceValues = memoize(({ index, question }: FileContext) => {
  const all = emptyValues(index);
  const top = emptyValues(index);
  index.code.forEach((code, member) => {
    const column = all[member];
    const topColumn = top[member];
    if (!column || !topColumn) return;
    let rank = 0;
    for (const path of new Set(question.frames.map((frame) => frame.path))) {
      const matches = filesOfFrame(index, code, path);
      // Frames outside the repository do not count as steps.
      if (matches.length === 0) continue;
      for (const { file, certainty } of matches) {
        column[file] = Math.max(column[file] ?? 0, certainty / (1 + rank * FILE_CONSTANTS.frameDecay.value));
        if (rank === 0) topColumn[file] = Math.max(topColumn[file] ?? 0, certainty);
      }
      rank++;
    }
  });
  return { all, top };
});

export const trace = {
  id: "trace",
  weight: 2.0,
  about: "a stack trace of the text passes through the file",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "trace",
  isEvidence: true,
  floor: () => 1,
  factor,
  compute: (context) => traceValues(context).all,
  explain: ({ index, report }, { member, file }) => {
    const code = index.code[member];
    const paths = new Set(report.frames.map(({ path }) => path));
    const matchedPaths = [...paths].filter(
      (path) => code && filesOfFrame(index, code, path).some((match) => match.file === file),
    );
    return { terms: matchedPaths.slice(0, MAX_REASON_TERMS) };
  },
} as const satisfies FileFeature;

export const traceTop = {
  id: "traceTop",
  weight: 1.4,
  about: "the trace ends in the file: its first frame inside the repository",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "trace",
  isEvidence: false,
  floor: () => 1,
  factor,
  compute: (context) => traceValues(context).top,
} as const satisfies FileFeature;
