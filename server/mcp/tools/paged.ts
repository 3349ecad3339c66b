/** A list as an answer, from one of its entries. */
import type { Draft } from "../tokenBudget.ts";

/** A list, from one place of it. */
export function paged<T>(list: {
  readonly all: readonly T[];
  readonly from: number;
  readonly lead: readonly string[];
  readonly fenced?: readonly string[];
  /** @param rank position in the whole list, from 0 */
  readonly present: (item: T, rank: number) => string;
  readonly data?: (shown: readonly T[]) => Record<string, unknown>;
  /** A sentence about what the list lacks, where it is not whole. */
  readonly unlisted?: string | null;
}): Draft {
  const { all, from, lead, fenced = [], present, data, unlisted = null } = list;
  const page = all.slice(from);
  return {
    lead,
    fenced,
    blocks: page.map((item, at) => present(item, from + at)),
    more: (shown) => (shown < page.length ? `Continue with offset=${from + shown}.` : unlisted),
    ...(data && { data: (shown) => data(page.slice(0, shown)) }),
  };
}
