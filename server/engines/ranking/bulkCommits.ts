/**
 * Commits over more files than this (formatting, licences, moves) are left out as evidence. The limit is lower where each pair of files
 * counts, and higher where one file is considered alone.
 */
export const BULK_COMMIT_FILES = {
  /** Files and functions that belong to a report. */
  localization: 40,
  /** Knowledge of a person. */
  expertise: 60,
  /** Files that change together, and hotspots: the pairs grow with the square of the files. */
  coupling: 30,
  /** Commits since an issue was reported, and the last change of a document. */
  singleFile: 100,
} as const;
