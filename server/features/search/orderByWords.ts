import { parseQuery } from "../../../contract/searchQuery.ts";
import { type CountedWords, wordsOfQuery } from "../../engines/search/company/companyStatistics.ts";
import type { Plan } from "../../engines/search/query/plan.ts";
import type { ReadableProject } from "./readableProjects.ts";

/** What a project has of the words of a query, with the mistakes of the query itself. */
export type WordsOfProject = CountedWords & Pick<Plan, "mistakes">;

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
  const rarest = new Map(
    [...counts].map(([project, { statistics }]) => {
      const groups = Object.values(statistics);
      const documents = words.map(({ whole, stems }) =>
        Math.max(...groups.flatMap((group) => [whole, ...stems].map((term) => group.counts.get(term) ?? 0))),
      );
      return [project, Math.min(Infinity, ...documents)] as const;
    }),
  );
  const ordered = [...counts.keys()].toSorted((a, b) => (rarest.get(b) ?? 0) - (rarest.get(a) ?? 0));
  const isWhole = (project: ReadableProject): boolean => !isPlain || counts.get(project)?.most === words.length;
  return { whole: ordered.filter(isWhole), partial: ordered.filter((project) => !isWhole(project)) };
}
