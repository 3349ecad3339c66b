import { type OpenedIndex, textOfIssue } from "../../index/OpenedIndex.ts";
import { memoize } from "../../memoize.ts";
import { type SimilarHit, findSimilar } from "./similar.ts";

/** The first hits of an issue, which are compared with theirs. */
const MAX_HITS = 8;
/** Issues whose hits are kept for an index. */
const MAX_CACHED_ISSUES = 5000;

const hitsByIssue = memoize((index: OpenedIndex) => {
  const cache = new Map<number, readonly SimilarHit[]>();
  return (issue: number): readonly SimilarHit[] => {
    const { issues } = index;
    if (!issues) return [];
    let hits = cache.get(issue);
    if (!hits) {
      const { id, title, labels, createdAt } = issues.table.row(issue);
      hits = findSimilar(
        index,
        { title, body: textOfIssue(issues, issue), labels, createdAtMs: createdAt, self: id },
        MAX_HITS,
      );
      if (cache.size < MAX_CACHED_ISSUES) cache.set(issue, hits);
    }
    return hits;
  };
});

/** Issues that are among the best matches of an issue, as it is among theirs. Similarity alone differs by the end that it is asked from. */
export function mutuallySimilar(
  index: OpenedIndex,
  issue: number,
): { readonly issue: number; readonly isDuplicate: boolean }[] {
  const hitsOf = hitsByIssue(index);
  return hitsOf(issue).flatMap((hit) => {
    const back = hitsOf(hit.issue).find((candidate) => candidate.issue === issue);
    return back ? [{ issue: hit.issue, isDuplicate: hit.isDuplicate || back.isDuplicate }] : [];
  });
}
