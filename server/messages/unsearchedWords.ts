import { MAX_INDEXED_FILE_MB } from "../../contract/constants.ts";
import type { UnsearchedFiles } from "../../contract/search/search.ts";

/** The sentence about files that no regular expression is matched against, for agents and the shell. @param name of the repository as it may be shown */
export function unsearchedWords({ large, over_limit: over, unreadable }: UnsearchedFiles, name: string): string {
  const reasons = [
    ...(large > 0 ? [`${large} larger than ${MAX_INDEXED_FILE_MB} MB`] : []),
    ...(over > 0 ? [`${over} beyond the limits of a repository`] : []),
    ...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
  ];
  const count = large + over + unreadable;
  return `Not searched: ${count} ${count === 1 ? "file" : "files"} of ${name} (${reasons.join(", ")}).`;
}
