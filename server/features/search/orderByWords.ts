import { parseQuery } from "../../../contract/query/searchQuery.ts";
import { wordsOfQuery } from "../../engines/search/company/companyStatistics.ts";
import type { WordsOfProject } from "./manyTasks.ts";
import type { ReadableProject } from "./readableProjects.ts";

/**
 * The projects that may have documents with all words of a query, and the others, each with the projects first where the rarest word is in
 * most documents: the sooner good results are known, the fewer documents are scored.
 */
export function orderByWords(
  q: string,
  counts: ReadonlyMap<ReadableProject, WordsOfProject>,
): { readonly whole: ReadableProject[]; readonly partial: ReadableProject[] } {
  const words = wordsOfQuery(q);
  const isPlain = parseQuery(q).root.children.every(({ kind }) => kind === "word");
  const rarestIn = (project: ReadableProject): number => counts.get(project)?.rarest ?? 0;
  const ordered = [...counts.keys()].toSorted((a, b) => rarestIn(b) - rarestIn(a));
  const isWhole = (project: ReadableProject): boolean => !isPlain || counts.get(project)?.words === words.length;
  return { whole: ordered.filter(isWhole), partial: ordered.filter((project) => !isWhole(project)) };
}
