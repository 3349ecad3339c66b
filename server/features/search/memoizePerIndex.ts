import { createHash } from "node:crypto";
import type { OpenedIndex } from "../../index/indexCache.ts";

/** Answers that are kept of one index. */
const MAX_RESULTS_PER_INDEX = 200;

/**
 * Keeps what an engine said to a question. An index never changes, so the same question has the same answer for as long as it is the
 * project's; with the next sync there is another index and nothing is kept of this one. A screen asks several calls at once that begin with
 * the same work, and a team looks at the same issues.
 */
export function memoizePerIndex<T>(): (index: OpenedIndex, question: unknown, work: () => T) => T {
  const kept = new WeakMap<OpenedIndex, Map<string, { readonly result: T }>>();
  return (index, question, work) => {
    const answers = kept.get(index) ?? new Map<string, { readonly result: T }>();
    kept.set(index, answers);
    const key = createHash("sha1").update(JSON.stringify(question)).digest("base64");
    const known = answers.get(key) ?? { result: work() };
    // Reinserted at the end: the map is in LRU order.
    answers.delete(key);
    answers.set(key, known);
    const [oldest] = answers.keys();
    if (answers.size > MAX_RESULTS_PER_INDEX && oldest !== undefined) answers.delete(oldest);
    return known.result;
  };
}
