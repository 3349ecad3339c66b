import type { CommitFile } from "../../contract/code/commits.ts";
import type { ChangedFile } from "../engines/review/changedPlaces.ts";
import { changedRanges } from "../engines/review/changedRanges.ts";

/** The files of a difference with the ranges of lines that it changes, as the findings about a request take them. */
export const changedFilesOf = (files: readonly CommitFile[]): ChangedFile[] =>
  files.map(({ path, old_path: oldPath, change, hunks, added, removed }) => ({
    path,
    oldPath,
    change: change === "type" ? "modified" : change,
    ranges: hunks.flatMap(changedRanges),
    lines: added === null && removed === null ? null : (added ?? 0) + (removed ?? 0),
  }));
