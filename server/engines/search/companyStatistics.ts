/** Statistics of terms over several projects, with which the scores of one project mean the same as those of another. */
import type { OpenedIndex } from "../../index/OpenedIndex.ts";
import type { TermStatistics } from "../../index/segment/MultiSegmentReader.ts";
import { weightedTerms } from "./match.ts";
import type { Plan } from "./plan.ts";

const GROUPS = ["codeGroup", "chunkGroup", "symbolGroup", "commitGroup", "issueGroup", "pageGroup"] as const;
type GroupName = (typeof GROUPS)[number];

/** For each kind of document: how many there are, and how many have each term of a query. */
export type CompanyStatistics = Readonly<Record<GroupName, TermStatistics>>;

/** The statistics of one project for the terms of a query. */
export function countTerms(index: OpenedIndex, { words }: Pick<Plan, "words">): CompanyStatistics {
  const terms = new Set(
    words.flatMap((word) => [word.whole, ...word.stems, ...weightedTerms(word).map(({ term }) => term)]),
  );
  return byGroup((name) => ({
    documents: index[name].documents,
    counts: new Map([...terms].map((term) => [term, index[name].documentCount(term)])),
  }));
}

/** The sum over projects. A term that only some of them asked for has the count of these. */
export function sumStatistics(all: Iterable<CompanyStatistics>): CompanyStatistics {
  const sums = { documents: new Map<GroupName, number>(), counts: new Map<GroupName, Map<string, number>>() };
  for (const one of all) {
    for (const name of GROUPS) {
      sums.documents.set(name, (sums.documents.get(name) ?? 0) + one[name].documents);
      const counts = sums.counts.get(name) ?? new Map<string, number>();
      sums.counts.set(name, counts);
      for (const [term, count] of one[name].counts) counts.set(term, (counts.get(term) ?? 0) + count);
    }
  }
  return byGroup((name) => ({
    documents: sums.documents.get(name) ?? 0,
    counts: sums.counts.get(name) ?? new Map<string, number>(),
  }));
}

/** Runs a search over an index with other statistics than its own. `work` must not wait: the index has these statistics meanwhile. */
export function withStatistics<T>(index: OpenedIndex, statistics: CompanyStatistics | null, work: () => T): T {
  for (const name of GROUPS) index[name].useStatistics(statistics?.[name] ?? null);
  try {
    return work();
  } finally {
    for (const name of GROUPS) index[name].useStatistics(null);
  }
}

function byGroup(of: (name: GroupName) => TermStatistics): CompanyStatistics {
  return {
    codeGroup: of("codeGroup"),
    chunkGroup: of("chunkGroup"),
    symbolGroup: of("symbolGroup"),
    commitGroup: of("commitGroup"),
    issueGroup: of("issueGroup"),
    pageGroup: of("pageGroup"),
  };
}
