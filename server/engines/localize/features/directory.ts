import type { OpenedCode } from "../../../index/OpenedIndex.ts";
import { memoize } from "../../../memoize.ts";
import type { FileFeature } from "../FileFeature.ts";
import { wordScores } from "./wholeFile.ts";

const FILES_OF_MEAN = 3;

/** The mean of the best three files of each folder, for its files. */
function directoryScores(code: OpenedCode, words: Float32Array): Float32Array {
  const { folderOf, folders } = foldersOf(code);
  const best = new Float32Array(folders * FILES_OF_MEAN);
  for (let file = 0; file < words.length; file++) {
    let score = words[file] ?? 0;
    const base = (folderOf[file] ?? 0) * FILES_OF_MEAN;
    for (let position = base; position < base + FILES_OF_MEAN; position++) {
      const previous = best[position] ?? 0;
      if (score > previous) {
        best[position] = score;
        score = previous;
      }
    }
  }
  const scores = new Float32Array(words.length);
  for (let file = 0; file < words.length; file++) {
    const base = (folderOf[file] ?? 0) * FILES_OF_MEAN;
    scores[file] = ((best[base] ?? 0) + (best[base + 1] ?? 0) + (best[base + 2] ?? 0)) / FILES_OF_MEAN;
  }
  return scores;
}

/** The folder of each file, numbered. */
const foldersOf = memoize(({ files }: OpenedCode): { folderOf: Uint32Array; folders: number } => {
  const folderOf = new Uint32Array(files.length);
  const numbers = new Map<string, number>();
  for (let file = 0; file < files.length; file++) {
    const path = files.path(file);
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    const number = numbers.get(folder) ?? numbers.size;
    numbers.set(folder, number);
    folderOf[file] = number;
  }
  return { folderOf, folders: numbers.size };
});

export const directory = {
  id: "directory",
  weight: 0.5,
  about: "how well the best three files of the same folder fit, by their words",
  source: "engines-measured.md, 2026-11-21 real reports",
  reason: "directory",
  isEvidence: false,
  compute: (context) => {
    const scores = wordScores(context);
    return context.index.code.map((code, member) => directoryScores(code, scores[member] ?? new Float32Array()));
  },
  explain: ({ index }, { member, file }) => {
    const path = index.code[member]?.files.path(file) ?? "";
    return { terms: [path.slice(0, path.lastIndexOf("/") + 1) || "/"] };
  },
} as const satisfies FileFeature;
