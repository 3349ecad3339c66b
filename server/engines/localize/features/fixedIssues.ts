import { secondsOf } from "../../../../contract/durations.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import type { QueryTerm } from "../../../index/segment/MultiSegmentReader.ts";
import type { FileValues } from "../FileFeature.ts";
import { issueFixes } from "../../ranking/issueFixes.ts";
import { FILE_CONSTANTS } from "../localizeWeights.ts";

/**
 * Raises commits that fixed issues which read like this one: reports describe a fault in the words of those who meet it, messages in
 * the words of those who know the code. Issues reported at or after `beforeSeconds` (seconds) are excluded, the issue in question among them.
 */
export function addFixedIssues(
  index: OpenedIndex,
  terms: readonly QueryTerm[],
  commitScores: FileValues,
  beforeSeconds: number | null,
): void {
  const { issues } = index;
  const scores = issues && index.issueGroup.score(terms)[0];
  if (!issues || !scores) return;
  const isOld = (issue: number): boolean =>
    beforeSeconds === null || secondsOf(issues.table.createdAt(issue)) < beforeSeconds;
  const largestScore = largest([scores]);
  if (largestScore === 0) return;
  // Without a message that has a word of the issue, only the fixed issues count.
  const scale = FILE_CONSTANTS.fixedIssueShare.value * ((largest(commitScores) || largestScore) / largestScore);
  for (const { issue, member, commit } of issueFixes(index)) {
    const column = commitScores[member];
    if (column && isOld(issue)) column[commit] = (column[commit] ?? 0) + scale * (scores[issue] ?? 0);
  }
}

function largest(columns: FileValues): number {
  let maximum = 0;
  for (const column of columns) for (const value of column) if (value > maximum) maximum = value;
  return maximum;
}
