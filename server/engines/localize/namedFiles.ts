import type { OpenedCode, OpenedIndex } from "../../index/OpenedIndex.ts";
import { memoize } from "../../memoize.ts";
import { codeMemberOf, currentFiles } from "../ranking/commits.ts";
import { renamesOf } from "../ranking/renames.ts";
import { type PathLookup, type PathMatch, filesAtFrame, filesAtPath } from "./pathMatches.ts";

/** Files of one repository that a path of the text may mean, also by the path that a file had before it was renamed. */
export function filesOfPath(index: OpenedIndex, code: OpenedCode, path: string): PathMatch[] {
  const present = filesAtPath(code.files, path);
  return present.length > 0 || !path.includes("/") ? present : filesAtFrame(movedFiles(index)(code), path);
}

/** The same for the path of a stack frame, which may be of an older version on another machine. */
export function filesOfFrame(index: OpenedIndex, code: OpenedCode, path: string): PathMatch[] {
  const present = filesAtFrame(code.files, path);
  return present.length > 0 ? present : filesAtFrame(movedFiles(index)(code), path);
}

/** Renames of one file that are followed. */
const MAX_RENAMES = 8;

/** The present files by the paths that they had before. */
const movedFiles = memoize((index: OpenedIndex) =>
  memoize((code: OpenedCode): PathLookup => {
    const byPath = new Map<string, number>();
    const member = index.code.indexOf(code);
    for (const commits of index.commits) {
      if (codeMemberOf(index, commits) !== member) continue;
      const { paths } = commits.table;
      const files = currentFiles(code, commits);
      const renames = renamesOf(commits);
      for (let path = 0; path < paths.length; path++) {
        let renamed: number | undefined = path;
        for (let step = 0; step < MAX_RENAMES && renamed !== undefined && (files[renamed] ?? -1) < 0; step++)
          renamed = renames.get(renamed);
        const file = renamed === undefined ? -1 : (files[renamed] ?? -1);
        if (file >= 0 && code.files.path(file) !== paths.at(path)) byPath.set(paths.at(path), file);
      }
    }
    const byName = Map.groupBy(byPath, ([path]) => path.slice(path.lastIndexOf("/") + 1).toLowerCase());
    return {
      find: (path) => byPath.get(path) ?? -1,
      endingWith: (path) => {
        const suffix = path.toLowerCase();
        const ending = (byName.get(suffix.slice(suffix.lastIndexOf("/") + 1)) ?? []).filter(([filePath]) =>
          `/${filePath.toLowerCase()}`.endsWith(`/${suffix}`),
        );
        return [...new Set(ending.map(([, file]) => file))];
      },
    };
  }),
);
