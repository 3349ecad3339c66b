import type { SpelledName } from "../../question/spelledNames.ts";
import { type FileFeature, type FileValues, emptyValues } from "../FileFeature.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";

/**
 * Files whose whole name the text spells: "keep alive" and `KeepAlive` both mean KeepAlive.ts, however common its words
 * are. The fewer files have the name, the higher its weight.
 */
function spelledValues(index: OpenedIndex, names: readonly SpelledName[]): FileValues {
  const values = emptyValues(index);
  index.code.forEach(({ files }, member) => {
    const column = values[member];
    if (!column) return;
    for (const { letters, certainty } of names) {
      const same = files.spelled(letters);
      if (same.length === 0) continue;
      const sources = same.filter((file) => files.kind(file) === "code").length;
      const value = certainty / Math.sqrt(Math.max(1, sources));
      for (const file of same) column[file] = Math.max(column[file] ?? 0, value);
    }
  });
  return values;
}

export const titleName = {
  id: "titleName",
  weight: 1.0,
  about: "the title spells the name of the file",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "file_name",
  isEvidence: true,
  floor: () => 1,
  compute: ({ index, question }) => spelledValues(index, question.titleNames),
  explain: ({ index, report }, { member, file }) => {
    const files = index.code[member]?.files;
    const isSpelled = [...report.titleNames, ...report.bodyNames].some(({ letters }) =>
      files?.spelled(letters).includes(file),
    );
    const path = files?.path(file) ?? "";
    return { terms: isSpelled ? [path.slice(path.lastIndexOf("/") + 1)] : [] };
  },
} as const satisfies FileFeature;

export const bodyName = {
  id: "bodyName",
  weight: 1.0,
  about: "the body spells the name of the file",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "file_name",
  isEvidence: false,
  floor: () => 1,
  compute: ({ index, question }) => spelledValues(index, question.bodyNames),
} as const satisfies FileFeature;
