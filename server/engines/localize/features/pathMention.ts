import { type FileFeature, MAX_REASON_TERMS, emptyValues } from "../FileFeature.ts";
import { filesOfPath } from "../namedFiles.ts";

export const pathMention = {
  id: "pathMention",
  weight: 1.1,
  about: "the text names the path, the file or the module, or links to its lines",
  source: "engines-measured.md, 2026-11-21 first version",
  reason: "path",
  isEvidence: true,
  floor: () => 1,
  compute: ({ index, question }) => {
    const values = emptyValues(index);
    index.code.forEach((code, member) => {
      const column = values[member];
      if (!column) return;
      for (const path of [...question.linkedLines.map((frame) => frame.path), ...question.paths])
        for (const { file, certainty } of filesOfPath(index, code, path))
          column[file] = Math.max(column[file] ?? 0, certainty);
    });
    return values;
  },
  explain: ({ index, report }, { member, file }) => {
    const code = index.code[member];
    const paths = new Set([...report.paths, ...report.linkedLines.map(({ path }) => path)]);
    const matchedPaths = [...paths].filter(
      (path) => code && filesOfPath(index, code, path).some((match) => match.file === file),
    );
    return { terms: matchedPaths.slice(0, MAX_REASON_TERMS) };
  },
} as const satisfies FileFeature;
