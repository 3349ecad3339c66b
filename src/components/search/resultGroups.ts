import type { ResultKind, SearchResult } from "../../../contract/search/search.ts";
import type { FacetName } from "./SearchFacetList.tsx";

export const RESULT_GROUPINGS = ["kind", "repository", "file", "none"] as const;
/** What the results of a list have in common; in a search over several projects also the project. */
export type ResultGrouping = (typeof RESULT_GROUPINGS)[number] | "project";

/** A result; in a search over several projects with the one that holds it. */
export type FoundResult = SearchResult & { readonly project?: { readonly slug: string; readonly name: string } };

export interface ResultGroup {
  readonly key: string;
  /** A kind names itself, by the reader's language; an empty text is what has no value. */
  readonly title: { readonly kind: ResultKind } | { readonly text: string };
  /** The facet, and its value, that all results of the group have; null where there is none. */
  readonly facet: { readonly name: FacetName; readonly value: string } | null;
  readonly results: readonly FoundResult[];
}

/** The identity of a result in its list. */
export const resultKey = ({ kind, id, line, project }: FoundResult): string =>
  `${project?.slug ?? ""} ${kind} ${id} ${line ?? ""}`;

/**
 * The groups in the order of their best results, so that an exact match comes first.
 * @param names of the sources by id
 */
export function groupResults(
  results: readonly FoundResult[],
  by: ResultGrouping,
  names: Readonly<Record<string, string>>,
): ResultGroup[] {
  const groups = new Map<string, { group: Omit<ResultGroup, "results">; results: FoundResult[] }>();
  for (const result of results) {
    const group = groupOf(result, by, names);
    const known = groups.get(group.key);
    if (known) known.results.push(result);
    else groups.set(group.key, { group, results: [result] });
  }
  return [...groups.values()].map(({ group, results: of }) => ({ ...group, results: of }));
}

function groupOf(
  result: FoundResult,
  by: ResultGrouping,
  names: Readonly<Record<string, string>>,
): Omit<ResultGroup, "results"> {
  const { kind, source, path, project } = result;
  switch (by) {
    case "none":
      return { key: "all", title: { text: "" }, facet: null };
    case "repository":
      return source === null
        ? { key: "none", title: { text: "" }, facet: null }
        : { key: source, title: { text: names[source] ?? source }, facet: { name: "repository", value: source } };
    case "project":
      return project === undefined
        ? { key: "none", title: { text: "" }, facet: null }
        : { key: project.slug, title: { text: project.name }, facet: { name: "project", value: project.slug } };
    case "file":
      // What is in no file is grouped by its kind.
      if (path !== null) return { key: `${source ?? ""} ${path}`, title: { text: path }, facet: null };
      break;
    case "kind":
      break;
  }
  return { key: kind, title: { kind }, facet: by === "kind" ? { name: "kind", value: kind } : null };
}
