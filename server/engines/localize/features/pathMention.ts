import type { FileTable } from "../../../index/tables/fileTable.ts";
import { type FileFeature, MAX_REASON_TERMS, emptyValues } from "../FileFeature.ts";
import { filesAtPath } from "../pathMatches.ts";

/** Those of `paths` that may mean a file. */
export const pathsOfFile = (files: FileTable | undefined, file: number, paths: Iterable<string>): string[] =>
  [...paths]
    .filter((path) => files && filesAtPath(files, path).some((match) => match.file === file))
    .slice(0, MAX_REASON_TERMS);

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
    index.code.forEach(({ files }, member) => {
      const column = values[member];
      if (!column) return;
      for (const path of [...question.linkedLines.map((frame) => frame.path), ...question.paths])
        for (const { file, certainty } of filesAtPath(files, path))
          column[file] = Math.max(column[file] ?? 0, certainty);
    });
    return values;
  },
  explain: ({ index, report }, { member, file }) => ({
    terms: pathsOfFile(
      index.code[member]?.files,
      file,
      new Set([...report.paths, ...report.linkedLines.map(({ path }) => path)]),
    ),
  }),
} as const satisfies FileFeature;
