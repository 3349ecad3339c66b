import type { OpenedCode, OpenedIndex } from "../../index/indexCache.ts";
import type { FileValues } from "./weights.ts";

const BARREL_FILE =
  /(^|\/)(__init__\.pyi?|index\.[cm]?[jt]sx?|mod\.rs|package-info\.java|doc\.go|setup\.py|exports?\.[jt]s)$/;

/** What the file is and where it lies, whatever the issue says, and how its neighbours do. */
export function placeFeatures(
  index: OpenedIndex,
  words: FileValues,
): Record<"directory" | "barrelFile" | "size", FileValues> {
  return {
    directory: index.code.map((code, member) => directoryScores(code, words[member] ?? new Float32Array())),
    barrelFile: index.code.map((code) => facts(code).packageFile),
    size: index.code.map((code) => facts(code).size),
  };
}

const NEIGHBOURS = 3;

/** Mean of the best three files of the folder. */
function directoryScores(code: OpenedCode, words: Float32Array): Float32Array {
  const { folderOf, folders } = facts(code);
  const best = new Float32Array(folders * NEIGHBOURS);
  for (let file = 0; file < words.length; file++) {
    let score = words[file] ?? 0;
    const base = (folderOf[file] ?? 0) * NEIGHBOURS;
    for (let place = base; place < base + NEIGHBOURS; place++) {
      const there = best[place] ?? 0;
      if (score > there) {
        best[place] = score;
        score = there;
      }
    }
  }
  const scores = new Float32Array(words.length);
  for (let file = 0; file < words.length; file++) {
    const base = (folderOf[file] ?? 0) * NEIGHBOURS;
    scores[file] = ((best[base] ?? 0) + (best[base + 1] ?? 0) + (best[base + 2] ?? 0)) / NEIGHBOURS;
  }
  return scores;
}

interface FileFacts {
  readonly folderOf: Uint32Array;
  readonly folders: number;
  readonly packageFile: Float32Array;
  readonly size: Float32Array;
}

const factCache = new WeakMap<OpenedCode, FileFacts>();

function facts(code: OpenedCode): FileFacts {
  let found = factCache.get(code);
  if (!found) {
    const { files } = code;
    const folderOf = new Uint32Array(files.length);
    const packageFile = new Float32Array(files.length);
    const size = new Float32Array(files.length);
    const numbers = new Map<string, number>();
    for (let file = 0; file < files.length; file++) {
      const path = files.path(file);
      const folder = path.slice(0, path.lastIndexOf("/") + 1);
      const number = numbers.get(folder) ?? numbers.size;
      numbers.set(folder, number);
      folderOf[file] = number;
      packageFile[file] = BARREL_FILE.test(path) ? 1 : 0;
      size[file] = Math.log10(1 + (files.lines[file] ?? 0));
    }
    found = { folderOf, folders: numbers.size, packageFile, size };
    factCache.set(code, found);
  }
  return found;
}
