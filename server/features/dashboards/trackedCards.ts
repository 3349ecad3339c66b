/** Issues and requests of one project or of several, as the calls of their lists answer them. */
import { type CardFilter, filterParameters } from "../../../contract/insights/cardFilters.ts";
import type { CardContent } from "../../../contract/insights/dashboards.ts";
import { type ListScope, projectsIn } from "./listCards.ts";

/** Projects of one such card: each is a call, and one for each part of the period of a count over time. */
export const MAX_TRACKED_PROJECTS = 20;

type Tracked = "issues" | "requests";
type TrackedContent = Extract<CardContent, { kind: Tracked }>;

const pagesOf = <Of extends Tracked>(
  scope: ListScope,
  of: Of,
  query: Readonly<Record<string, unknown>>,
): Promise<
  readonly { readonly count: number; readonly results: Extract<TrackedContent, { kind: Of }>["results"] }[]
> => {
  const name = of === "issues" ? "listIssues" : "listRequests";
  return Promise.all(projectsIn(scope).map(({ slug }) => scope.call(name, { id: slug }, query))) as Promise<never>;
};

const sumOf = (pages: readonly { readonly count: number }[]): number =>
  pages.reduce((sum, { count }) => sum + count, 0);

/** The first of all projects together, in the order that the filter names. */
export async function trackedContent(
  scope: ListScope,
  of: Tracked,
  filter: CardFilter,
  rows: number,
): Promise<TrackedContent> {
  const query = { ...filterParameters(filter), limit: String(rows) };
  const [sort = "-updated_at"] = filter["sort"] ?? [];
  const inOrder = <Row extends SortedRow>(pages: readonly { readonly results: readonly Row[] }[]): Row[] =>
    pages.length === 1
      ? [...(pages[0]?.results ?? [])]
      : pages
          .flatMap(({ results }) => results)
          .toSorted(bySort(sort))
          .slice(0, rows);
  if (of === "issues") {
    const pages = await pagesOf(scope, of, query);
    return { kind: of, count: sumOf(pages), results: inOrder(pages) };
  }
  const pages = await pagesOf(scope, of, query);
  return { kind: of, count: sumOf(pages), results: inOrder(pages) };
}

/** How many there are in all projects together. */
export const trackedCount = async (
  scope: ListScope,
  of: Tracked,
  parameters: Readonly<Record<string, unknown>>,
): Promise<number> => sumOf(await pagesOf(scope, of, { ...parameters, limit: "1" }));

interface SortedRow {
  readonly title: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly comments?: number;
  readonly analysis?: { readonly similar: number } | null;
}

/** The order of a list, `-updated_at` and the like, over the rows of several lists. */
function bySort(sort: string): (row: SortedRow, other: SortedRow) => number {
  const direction = sort.startsWith("-") ? -1 : 1;
  const valueOf = (row: SortedRow): string | number => {
    switch (sort.replace(/^-/, "")) {
      case "comments":
        return row.comments ?? 0;
      case "similar":
        return row.analysis?.similar ?? 0;
      case "title":
        return row.title.toLowerCase();
      case "created_at":
        return Date.parse(row.created_at);
      default:
        return Date.parse(row.updated_at);
    }
  };
  return (row, other) => {
    const [a, b] = [valueOf(row), valueOf(other)];
    return a === b ? 0 : (a < b ? -1 : 1) * direction;
  };
}
