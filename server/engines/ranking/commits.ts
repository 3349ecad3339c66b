import type { OpenedCode, OpenedCommits, OpenedIndex } from "../../index/OpenedIndex.ts";
import { memoize } from "../../memoize.ts";

/** Words by which a subject mentions a fault. */
export const FAULT_WORDS =
  /\b(fix(e[sd])?|bug|close[sd]?|resolve[sd]?|crash|regression|error|broken|wrong|incorrect|hang|leak|fail(s|ure|ed)?)\b/i;

/** Weights of the fields of the commits' segment for text that is compared with messages: the message, the paths. */
export const MESSAGE_FIELDS: readonly number[] = [1, 0.5];

/** The position in `index.code` of the repository that a history belongs to, or -1. */
export const codeMemberOf = ({ code }: Pick<OpenedIndex, "code">, { part }: OpenedCommits): number =>
  code.findIndex((opened) => opened.part.source === part.source);

const currentFilesOf = memoize(({ table: { paths } }: OpenedCommits) =>
  memoize((code: OpenedCode) => {
    const files = new Int32Array(paths.length);
    for (let path = 0; path < files.length; path++) {
      const text = paths.at(path);
      let file = code.files.find(text);
      if (file < 0) file = code.files.onlyNamed(text.slice(text.lastIndexOf("/") + 1));
      files[path] = file;
    }
    return files;
  }),
);

/** For each path of the history the file that it is today, or -1. A path that is gone but whose name is unique has moved there. */
export const currentFiles = (code: OpenedCode, commits: OpenedCommits): Int32Array => currentFilesOf(commits)(code);

const formerPathsOf = memoize((commits: OpenedCommits) =>
  memoize((code: OpenedCode) => {
    const files = currentFiles(code, commits);
    const former = new Map<number, string[]>();
    for (const [path, number] of commits.table.pathNumbers) {
      const file = files[number] ?? -1;
      if (file < 0 || code.files.path(file) === path) continue;
      const paths = former.get(file);
      if (paths) paths.push(path);
      else former.set(file, [path]);
    }
    return former;
  }),
);

/** The paths that a file of today had in the history before it was moved, by the rule of `currentFiles`. */
export const formerPaths = (code: OpenedCode, commits: OpenedCommits, file: number): readonly string[] =>
  formerPathsOf(commits)(code).get(file) ?? [];
