import type { OpenedCode, OpenedIndex } from "../../index/indexCache.ts";
import type { SpelledName } from "../report/spelledNames.ts";
import type { Question } from "../report/question.ts";
import type { FileValues } from "./weights.ts";

/**
 * Files whose whole name the text spells: "keep alive" and `KeepAlive` both mean KeepAlive.ts, however common its words
 * are. The fewer files bear the name, the more it says.
 */
export function nameFeatures(
  index: OpenedIndex,
  { titleNames, bodyNames }: Question,
): Record<"titleName" | "bodyName", FileValues> {
  const titleName = index.code.map(({ files }) => new Float32Array(files.length));
  const bodyName = index.code.map(({ files }) => new Float32Array(files.length));
  index.code.forEach((code, member) => {
    addNames(code, titleNames, titleName[member]);
    addNames(code, bodyNames, bodyName[member]);
  });
  return { titleName, bodyName };
}

function addNames({ files }: OpenedCode, names: readonly SpelledName[], into: Float32Array | undefined): void {
  if (!into) return;
  for (const { letters, certainty } of names) {
    const same = files.spelled(letters);
    if (same.length === 0) continue;
    const sources = same.filter((file) => files.kind(file) === "code").length;
    const value = certainty / Math.sqrt(Math.max(1, sources));
    for (const file of same) into[file] = Math.max(into[file] ?? 0, value);
  }
}
