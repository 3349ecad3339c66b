/** Statistics of terms over several projects, with which the scores of one project mean the same as those of another. */
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import type { TermStatistics } from "../../../index/segment/MultiSegmentReader.ts";
import { leavesOf } from "../../../../contract/queryNodes.ts";
import { parseQuery } from "../../../../contract/searchQuery.ts";
import { termsOfText, type TokenTerms } from "../../../index/text/tokenize.ts";
import { weightedTerms } from "../scoring/match.ts";
import type { Plan } from "../query/plan.ts";
import { collectionsOf } from "../collections/collections.ts";
import { isWordKnown } from "../query/queryTerms.ts";
import type { SearchPeople } from "../collections/searchPeople.ts";

/** Without the functions: they have the statistics of the files, so that the terms of functions need not be in memory of all projects. */
const GROUPS = ["codeGroup", "symbolGroup", "commitGroup", "issueGroup", "requestGroup", "pageGroup"] as const;
type GroupName = (typeof GROUPS)[number];

/** For each kind of document: how many there are, and how many have each term of a query. */
export type CompanyStatistics = Readonly<Record<GroupName, TermStatistics>>;

/** What a project has of the words of a query as they are written. */
export interface CountedWords {
  readonly statistics: CompanyStatistics;
  /** The words that its texts have. */
  readonly known: readonly string[];
  /** How many words its texts have, or the names of its people: no document of it has more. */
  readonly most: number;
  /** Documents of one kind that have the rarest word, at most. */
  readonly rarest: number;
}

/** The words of a query that are not excluded, those of phrases and groups too, each once. */
export function wordsOfQuery(q: string): TokenTerms[] {
  const words = leavesOf(parseQuery(q).root).flatMap(({ leaf, isExcluded }) =>
    isExcluded ? [] : leaf.kind === "word" || leaf.kind === "phrase" ? termsOfText(leaf.text) : [],
  );
  return [...new Map(words.map((word) => [word.whole, word])).values()];
}

/** Counts words as they are written: whether one that a project lacks means another depends on the other projects. */
export function countWords(index: OpenedIndex, people: SearchPeople, words: readonly TokenTerms[]): CountedWords {
  const persons = collectionsOf(index, people).find(({ kind }) => kind === "person")?.group;
  const isName = ({ whole, stems }: TokenTerms): boolean =>
    persons !== undefined && [whole, ...stems].some((term) => persons.documentCount(term) > 0);
  const known = words.filter((word) => isWordKnown(index, word));
  const statistics = statisticsOf(index, new Set(words.flatMap(({ whole, stems }) => [whole, ...stems])));
  let rarest = Infinity;
  for (const { whole, stems } of words) {
    let most = 0;
    for (const name of GROUPS)
      for (const term of [whole, ...stems]) most = Math.max(most, statistics[name].counts.get(term) ?? 0);
    rarest = Math.min(rarest, most);
  }
  return {
    statistics,
    rarest,
    known: known.map(({ whole }) => whole),
    most: words.filter((word) => known.includes(word) || isName(word)).length,
  };
}

/** The statistics of one project for the terms of a query, with those that stand for words which no project has. */
export function countTerms(index: OpenedIndex, { words }: Pick<Plan, "words">): CompanyStatistics {
  const terms = words.flatMap((word) => [word.whole, ...word.stems, ...weightedTerms(word).map(({ term }) => term)]);
  return statisticsOf(index, new Set(terms));
}

/** Without the terms that a kind of document does not have. */
const statisticsOf = (index: OpenedIndex, terms: ReadonlySet<string>): CompanyStatistics =>
  byGroup((name) => {
    const counts = new Map<string, number>();
    for (const term of terms) {
      const count = index[name].documentCount(term);
      if (count > 0) counts.set(term, count);
    }
    return { documents: index[name].documents, counts };
  });

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
  index.chunkGroup.useStatistics(statistics?.codeGroup ?? null);
  try {
    return work();
  } finally {
    for (const name of GROUPS) index[name].useStatistics(null);
    index.chunkGroup.useStatistics(null);
  }
}

function byGroup(of: (name: GroupName) => TermStatistics): CompanyStatistics {
  return {
    codeGroup: of("codeGroup"),
    symbolGroup: of("symbolGroup"),
    commitGroup: of("commitGroup"),
    issueGroup: of("issueGroup"),
    requestGroup: of("requestGroup"),
    pageGroup: of("pageGroup"),
  };
}
