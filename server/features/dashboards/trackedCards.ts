/** Issues and requests of one project or of several, as the calls of their lists answer them. */
import { type CardFilter, filterParameters } from "../../../contract/insights/cardFilters.ts";
import type { CardContent } from "../../../contract/insights/cardContents.ts";
import { listTitlesInOrder } from "../../db/tables/issues/issuePages.ts";
import { type ListScope, projectsIn } from "./listCards.ts";

/** Projects of one such card: each is a call, and one for each part of the period of a count over time. */
export const MAX_TRACKED_PROJECTS = 20;

type Tracked = "issues" | "requests";
type ContentOf<Of extends Tracked> = Extract<CardContent, { kind: Of }>;
type Query = Readonly<Record<string, unknown>>;

interface ListPage {
  readonly count: number;
  readonly results: readonly ListedRow[];
}

/** The call that answers each list of a project. */
const LISTS: { readonly [Of in Tracked]: (scope: ListScope, id: string, query: Query) => Promise<ListPage> } = {
  issues: (scope, id, query) => scope.call("listIssues", { id }, query),
  requests: (scope, id, query) => scope.call("listRequests", { id }, query),
};

const pagesOf = (scope: ListScope, of: Tracked, query: Query): Promise<ListPage[]> =>
  Promise.all(projectsIn(scope).map(({ slug }) => LISTS[of](scope, slug, query)));

const sumOf = (pages: readonly { readonly count: number }[]): number =>
  pages.reduce((sum, { count }) => sum + count, 0);

/** The first of all projects together, in the order that the filter names. */
export async function trackedContent<Of extends Tracked>(
  scope: ListScope,
  of: Of,
  filter: CardFilter,
  rows: number,
): Promise<ContentOf<Of>> {
  const pages = await pagesOf(scope, of, { ...filterParameters(filter), limit: String(rows) });
  const projects = projectsIn(scope);
  const results = pages.map((page, at) =>
    page.results.map((row) => ({ ...row, project_name: projects[at]?.name ?? "" })),
  );
  const [sort = "-updated_at"] = filter["sort"] ?? [];
  const merged = results.length === 1 ? results[0] : mergePages(results, await bySort(scope, sort, results), rows);
  // The rows are those of the pages.
  return { kind: of, count: sumOf(pages), results: merged ?? [] } as unknown as ContentOf<Of>;
}

/** How many there are in all projects together. */
export const trackedCount = async (scope: ListScope, of: Tracked, parameters: Query): Promise<number> =>
  sumOf(await pagesOf(scope, of, { ...parameters, limit: "1" }));

/** What lists are sorted by. */
interface ListedRow {
  readonly title: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly comments?: number;
  readonly analysis?: { readonly similar: number } | null;
}
type Compare = (row: ListedRow, other: ListedRow) => number;

/** The first rows of several pages. The rows of one page keep their order, in which the database also sorts equal values. */
function mergePages(pages: readonly (readonly ListedRow[])[], compare: Compare, limit: number): ListedRow[] {
  const queues = pages.map((page) => [...page]);
  const merged: ListedRow[] = [];
  while (merged.length < limit) {
    const heads = queues.flatMap((queue) => queue.slice(0, 1).map((row) => ({ row, queue })));
    const [first] = heads.toSorted((head, other) => compare(head.row, other.row));
    if (!first) break;
    merged.push(first.row);
    first.queue.shift();
  }
  return merged;
}

/** The order of a list, `-updated_at` and the like, over the rows of several lists. */
async function bySort({ db }: ListScope, sort: string, pages: readonly (readonly ListedRow[])[]): Promise<Compare> {
  const direction = sort.startsWith("-") ? -1 : 1;
  const key = sort.replace(/^-/, "");
  const titles = pages.flatMap((page) => page.map(({ title }) => title));
  const inOrder = key === "title" ? await listTitlesInOrder(db, titles) : [];
  const positions = new Map(inOrder.map((title, position) => [title, position]));
  const valueOf = (row: ListedRow): number => {
    switch (key) {
      case "comments":
        return row.comments ?? 0;
      case "similar":
        return row.analysis?.similar ?? 0;
      case "title":
        return positions.get(row.title) ?? 0;
      case "created_at":
        return Date.parse(row.created_at);
      default:
        return Date.parse(row.updated_at);
    }
  };
  return (row, other) => (valueOf(row) - valueOf(other)) * direction;
}
