import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { OpenedIndex } from "../index/OpenedIndex.ts";
import { memoize } from "../memoize.ts";

/** Results cached for one index. */
const MAX_RESULTS_PER_INDEX = 200;

/**
 * Caches the results of an engine by question. An index never changes, so its results stay valid; the next sync makes another index,
 * and the entries of this one are collected with it.
 */
export function memoizePerIndex<T>(): (index: OpenedIndex, question: unknown, work: () => T) => T {
  const answersOf = memoize(
    (_index: OpenedIndex) => new LRUCache<string, { readonly result: T }>({ max: MAX_RESULTS_PER_INDEX }),
  );
  return (index, question, work) => {
    const answers = answersOf(index);
    const key = createHash("sha1").update(JSON.stringify(question)).digest("base64");
    const answer = answers.get(key) ?? { result: work() };
    answers.set(key, answer);
    return answer.result;
  };
}
