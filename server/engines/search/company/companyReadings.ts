/** How a query is understood over several projects: a word that one of them has is neither corrected nor expanded in the others. */
import type { Reinterpretation, SearchMistake } from "../../../../contract/search/search.ts";
import type { OpenedIndex } from "../../../index/OpenedIndex.ts";
import type { Plan } from "../query/plan.ts";
import type { MissingTerm } from "../query/queryTerms.ts";
import { MAX_NAMED, expansionsOf, namesSomething } from "../query/readings.ts";

/** What one project knows of the words of a query. */
export interface WordsInProject {
  /** Words that its documents have as they are written. */
  readonly knownWords: readonly string[];
  readonly missing: readonly MissingTerm[];
  readonly expansions: readonly Reinterpretation[];
  /** The query names something of it. */
  readonly isNamed: boolean;
  /** Mistakes of the query itself: those of every project. */
  readonly mistakes: readonly SearchMistake[];
}

/** The same over all projects. */
export interface WordsInCompany extends Omit<WordsInProject, "knownWords"> {
  readonly knownWords: ReadonlySet<string>;
}

export function wordsInProject(index: OpenedIndex, plan: Plan): WordsInProject {
  const missing = new Set(plan.missing.map(({ word }) => word));
  return {
    knownWords: plan.words.flatMap(({ fullTerm, expansion }) =>
      expansion === null && !missing.has(fullTerm) ? [fullTerm] : [],
    ),
    missing: plan.missing,
    expansions: expansionsOf(plan),
    isNamed: namesSomething(index, plan),
    mistakes: plan.mistakes,
  };
}

/** Words are missing that no project has; of the nearest words of the projects the nearest, and that of most projects, is suggested. */
export function wordsInCompany(projects: Iterable<WordsInProject>): WordsInCompany {
  const all = [...projects];
  const knownWords = new Set(all.flatMap((project) => project.knownWords));
  const expansions = new Map<string, Reinterpretation>();
  for (const { code, word, by } of all.flatMap((project) => project.expansions)) {
    if (knownWords.has(word)) continue;
    const before = expansions.get(word);
    // A translation says more than words with the same beginning.
    if (before && (before.code === code || code === "beginning")) {
      if (before.code === code) expansions.set(word, { code, word, by: union(before.by, by) });
    } else expansions.set(word, { code, word, by });
  }
  const missing = new Map<string, MissingTerm[]>();
  for (const term of all.flatMap((project) => project.missing))
    if (!knownWords.has(term.word) && !expansions.has(term.word))
      missing.set(term.word, [...(missing.get(term.word) ?? []), term]);
  return {
    knownWords,
    missing: [...missing.values()].flatMap((suggested) => nearestOf(suggested) ?? []),
    expansions: [...expansions.values()],
    isNamed: all.some(({ isNamed }) => isNamed),
    mistakes: all[0]?.mistakes ?? [],
  };
}

const union = (a: readonly string[], b: readonly string[]): string[] => [...new Set([...a, ...b])].slice(0, MAX_NAMED);

function nearestOf(suggested: readonly MissingTerm[]): MissingTerm | undefined {
  const votes = Map.groupBy(
    suggested.filter(({ suggestion }) => suggestion !== null),
    ({ suggestion }) => suggestion,
  );
  const [best] = [...votes.values()].toSorted((a, b) => (a[0]?.edits ?? 0) - (b[0]?.edits ?? 0) || b.length - a.length);
  return best?.[0] ?? suggested[0];
}

/** The same where each word is known to a project as it is written. */
export const allKnown = (knownWords: ReadonlySet<string>, mistakes: readonly SearchMistake[]): WordsInCompany => ({
  knownWords,
  missing: [],
  expansions: [],
  isNamed: false,
  mistakes,
});
