/** Statistics of terms over several projects, with which the scores of one project mean the same as those of another. */
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import type { TermStatistics } from "../../../index/segment/MultiSegmentReader.ts";
import { leavesOf } from "../../../../contract/query/queryNodes.ts";
import { parseQuery } from "../../../../contract/query/searchQuery.ts";
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
  /** How many words its texts have, or the names of its people: no document of it has more. */
  readonly words: number;
  /** Documents of one kind that have the rarest word, at most. */
  readonly rarest: number;
}

/** The words of a query that are not excluded, those of phrases and groups too, each once. */
export function wordsOfQuery(q: string): TokenTerms[] {
  const words = leavesOf(parseQuery(q).root).flatMap(({ leaf, isExcluded }) =>
    isExcluded ? [] : leaf.kind === "word" || leaf.kind === "phrase" ? termsOfText(leaf.text) : [],
  );
  return [...new Map(words.map((word) => [word.fullTerm, word])).values()];
}

/** Counts words as they are written over projects: whether one that a project lacks means another depends on the other projects. */
export class WordCounter {
  /** The words that the texts of some project have. */
  readonly knownWords = new Set<string>();
  readonly #words: readonly { readonly word: TokenTerms; readonly positions: readonly number[] }[];
  readonly #terms: readonly string[];
  readonly #sum = new StatisticsSum();

  constructor(words: readonly TokenTerms[]) {
    const terms = [...new Set(words.flatMap(({ fullTerm, stems }) => [fullTerm, ...stems]))];
    this.#terms = terms;
    this.#words = words.map((word) => ({
      word,
      positions: [word.fullTerm, ...word.stems].map((term) => terms.indexOf(term)),
    }));
  }

  /** The sum over the projects so far. */
  get statistics(): CompanyStatistics {
    return this.#sum.statistics;
  }

  add(index: OpenedIndex, people: SearchPeople): CountedWords {
    const counts = this.#terms.map(() => 0);
    for (const name of GROUPS) {
      this.#sum.addDocuments(name, index[name].documents);
      this.#terms.forEach((term, at) => {
        const count = index[name].documentCount(term);
        if (count === 0) return;
        this.#sum.addTerm(name, term, count);
        counts[at] = Math.max(counts[at] ?? 0, count);
      });
    }
    let words = 0;
    let rarest = Infinity;
    for (const { word, positions } of this.#words) {
      rarest = Math.min(rarest, Math.max(...positions.map((at) => counts[at] ?? 0)));
      if (isWordKnown(index, word)) this.knownWords.add(word.fullTerm);
      else if (!isName(index, people, word)) continue;
      words += 1;
    }
    return { words, rarest };
  }
}

/** Whether a word is of the name of a person. */
function isName(index: OpenedIndex, people: SearchPeople, { fullTerm, stems }: TokenTerms): boolean {
  const persons = collectionsOf(index, people).find(({ kind }) => kind === "person")?.group;
  return persons !== undefined && [fullTerm, ...stems].some((term) => persons.documentCount(term) > 0);
}

/** The statistics of one project for the terms of a query, with those that stand for words which no project has. */
export function countTerms(index: OpenedIndex, { words }: Pick<Plan, "words">): CompanyStatistics {
  const terms = words.flatMap((word) => [word.fullTerm, ...word.stems, ...weightedTerms(word).map(({ term }) => term)]);
  return statisticsOf(index, new Set(terms));
}

function statisticsOf(index: OpenedIndex, terms: ReadonlySet<string>): CompanyStatistics {
  const sum = new StatisticsSum();
  for (const name of GROUPS) {
    sum.addDocuments(name, index[name].documents);
    for (const term of terms) sum.addTerm(name, term, index[name].documentCount(term));
  }
  return sum.statistics;
}

/** The sum over projects. A term that only some of them asked for has the count of these. */
export function sumStatistics(all: Iterable<CompanyStatistics>): CompanyStatistics {
  const sum = new StatisticsSum();
  for (const statistics of all) {
    for (const name of GROUPS) {
      sum.addDocuments(name, statistics[name].documents);
      for (const [term, count] of statistics[name].counts) sum.addTerm(name, term, count);
    }
  }
  return sum.statistics;
}

class StatisticsSum {
  readonly statistics = byGroup(() => ({ documents: 0, counts: new Map<string, number>() }));

  addDocuments(name: GroupName, documents: number): void {
    this.statistics[name].documents += documents;
  }

  /** Terms that a kind of document does not have are left out. */
  addTerm(name: GroupName, term: string, count: number): void {
    if (count === 0) return;
    const { counts } = this.statistics[name];
    counts.set(term, (counts.get(term) ?? 0) + count);
  }
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

function byGroup<T>(valueOf: (name: GroupName) => T): Record<GroupName, T> {
  return {
    codeGroup: valueOf("codeGroup"),
    symbolGroup: valueOf("symbolGroup"),
    commitGroup: valueOf("commitGroup"),
    issueGroup: valueOf("issueGroup"),
    requestGroup: valueOf("requestGroup"),
    pageGroup: valueOf("pageGroup"),
  };
}
