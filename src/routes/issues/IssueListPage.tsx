import { Suspense, useCallback, useMemo } from "react";
import { lazyComponent } from "../../hooks/lazyComponent.ts";
import { mayInProject } from "../../../contract/access/policy.ts";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { IssuePage, IssueRow } from "../../../contract/issues/issues.ts";
import type { Project } from "../../../contract/projects.ts";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ListWithPreview } from "../../components/patterns/ListWithPreview.tsx";
import { NoMatches } from "../../components/patterns/NoMatches.tsx";
import {
  EMPTY_ISSUE_FILTER,
  type IssueFilter,
  UNASSIGNED,
  isIssueFilterSet,
} from "../../components/issues/issueFilter.ts";
import { IssueFilters } from "../../components/issues/IssueFilters.tsx";
import { IssuePreview } from "../../components/issues/IssuePreview.tsx";
import { IssueSummary } from "../../components/issues/IssueSummary.tsx";
import { availableColumns, type IssueColumn, type IssueSort } from "../../components/issues/issueColumns.ts";
import { IssueTable } from "../../components/issues/IssueTable.tsx";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { SelectionBar } from "../../components/issues/SelectionBar.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import type { Result } from "../../services/result.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useSharedValue } from "../../queries/useSharedValue.ts";
import { LazyAddToDashboard } from "../dashboards/LazyAddToDashboard.tsx";
import { useServices } from "../appContext.tsx";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { issueUrlQuery, issueDataKey, issuesQuery, readIssueUrl } from "./issueUrl.ts";
import { usePageShortcuts } from "../shell/openShortcuts.ts";
import { EmptyIssueList } from "./EmptyIssueList.tsx";
import { SyncNotice } from "./SyncNotice.tsx";
import { useIssueSelection } from "./useIssueSelection.ts";
import { useIssueSummary } from "./useIssueSummary.ts";
import { cardFilter } from "../lists/cardFilter.ts";
import { useListPage } from "../lists/useListPage.ts";

export interface IssueListPageProps {
  /** Identifies the query of `page`: project, filter and order. */
  dataKey: string;
  page: Promise<Result<IssuePage>>;
  project: Project;
}

/** The list with its controls. Suspends until the first page is loaded. */
export function IssueListPage({ dataKey, page, project }: IssueListPageProps) {
  const list = useLoaderState(page);
  const { t } = useTranslation("issues");
  return (
    <AsyncContent query={list} failed={t("failed.title")}>
      {(first) => <IssueList dataKey={dataKey} first={first} project={project} />}
    </AsyncContent>
  );
}

/** What members do to issues is not needed to read the list. */
const BulkChangeSection = lazyComponent(() => import("./BulkChangeSection.tsx"), "BulkChangeSection");
const StoredWritesSection = lazyComponent(() => import("../issue/StoredWritesSection.tsx"), "StoredWritesSection");

/** In the tab's storage: the last list, and its active row. */
const LAST_ROW = "clew.lastIssue";

/** Names by id of those who occur in the first 500 rows. */
function namesOfPeople(rows: readonly IssueRow[]): Readonly<Record<string, string>> {
  const all = rows.slice(0, 500).flatMap(({ author, assignees }) => (author ? [author, ...assignees] : assignees));
  return Object.fromEntries(all.map(({ id, name }) => [id, name]));
}

interface IssueListProps {
  dataKey: string;
  first: IssuePage;
  project: Project;
}

function IssueList({ dataKey, first, project }: IssueListProps) {
  const { slug } = project;
  const { t } = useTranslation("issues");
  const services = useServices();
  usePageShortcuts("selection");
  const personHref = useCallback((person: Person) => hrefTo.person(slug, person), [slug]);
  const rowHref = useCallback((issue: IssueRow) => hrefTo.issue(slug, issue.address), [slug]);
  const { address, isStale, change, historyKey, rows, preview, tableProps, openShortcuts } = useListPage({
    storageKey: LAST_ROW,
    loadedKey: dataKey,
    first,
    read: readIssueUrl,
    dataKey: issueDataKey,
    hrefOf: (state) => hrefTo.issues(slug, issueUrlQuery(state)),
    queryKey: queryKeys.issues(slug, dataKey),
    loadPage: (state, page, signal) => services.issues.list(slug, { ...issuesQuery(state), ...page }, signal),
    previewQuery: (id) => ({
      queryKey: queryKeys.issue(slug, id),
      queryFn: (signal) => services.issues.get(slug, id, signal),
    }),
    rowHref,
  });
  const summary = useIssueSummary(slug, first.facets);
  const available = useSharedValue(useMemo(() => availableColumns(rows), [rows]));
  // The same array for the same columns: the rows are memoized.
  const columns = useSharedValue(address.columns.filter((column) => available.includes(column)));
  const people = useSharedValue(useMemo(() => namesOfPeople(rows), [rows]));
  const facets = useSharedValue(first.facets);
  const clearSelection = () => change({ selected: [] });
  const { selected, toggle, copy } = useIssueSelection(rows, address.selected, (next) => change({ selected: next }));
  // Stable: the filters are memoized.
  const changeFilter = useStableCallback((filter: IssueFilter) => change({ filter, preview: null, selected: [] }));
  const changeSort = useStableCallback((sort: IssueSort) => change({ sort }));
  const changeColumns = useStableCallback((next: IssueColumn[]) => change({ columns: next }));
  const mayWrite = mayInProject(project.role, "issues.write");
  if (first.count === 0 && !isIssueFilterSet(address.filter) && summary.open + summary.closed === 0) {
    return <EmptyIssueList project={project} />;
  }
  return (
    <>
      <SummaryOfIssues slug={slug} summary={summary} />
      <SyncNotice project={project} sourcesHref={hrefTo.projectTab(slug, "sources")} />
      <IssueFilters
        historyKey={historyKey}
        filter={address.filter}
        sort={address.sort}
        columns={columns}
        available={available}
        facets={facets}
        people={people}
        trackers={project.trackers}
        onFilter={changeFilter}
        onSort={changeSort}
        onColumns={changeColumns}
        onHelp={openShortcuts}
      />
      <LazyAddToDashboard
        card={{
          kind: "list",
          title: null,
          of: "issues",
          project: slug,
          filter: cardFilter(issuesQuery(address)),
          rows: 10,
        }}
      />
      <ListWithPreview
        isStale={isStale}
        preview={preview && <IssuePreview issue={preview.row} {...preview.props} personHref={personHref} />}
      >
        <SelectionBar count={selected.size} onCopy={copy} onClear={clearSelection} />
        {mayWrite && (
          <Suspense fallback={null}>
            {selected.size > 0 && (
              <BulkChangeSection
                slug={slug}
                selected={address.selected}
                rows={rows.filter(({ id }) => selected.has(id))}
              />
            )}
            <StoredWritesSection slug={slug} />
          </Suspense>
        )}
        {rows.length === 0 && !isIssueFilterSet(address.filter) ? (
          <EmptyState
            title={t("empty.noOpen")}
            action={<LinkButton href={hrefTo.issues(slug, { state: "closed" })} text={t("empty.noOpenAction")} />}
          >
            {t("empty.noOpenText")}
          </EmptyState>
        ) : rows.length === 0 ? (
          <NoMatches
            title={t("empty.filtered")}
            text={t("empty.filteredText")}
            onClear={() => change({ filter: EMPTY_ISSUE_FILTER })}
          />
        ) : (
          <IssueTable
            {...tableProps}
            columns={columns}
            sort={address.sort}
            selected={selected}
            personHref={personHref}
            onSort={changeSort}
            onSelect={toggle}
            onEscape={() => selected.size > 0 && clearSelection()}
          />
        )}
      </ListWithPreview>
    </>
  );
}

interface SummaryOfIssuesProps {
  slug: string;
  summary: ReturnType<typeof useIssueSummary>;
}

function SummaryOfIssues({ slug, summary }: SummaryOfIssuesProps) {
  const summaryProps = useSharedValue({
    open: summary.open,
    closed: summary.closed,
    unassigned: summary.unassigned,
    oldest: summary.oldest && { ...summary.oldest, href: hrefTo.issue(slug, summary.oldest.address) },
    hrefs: {
      open: hrefTo.issues(slug),
      closed: hrefTo.issues(slug, { state: "closed" }),
      unassigned: hrefTo.issues(slug, { assignee: UNASSIGNED }),
    },
  });
  return <IssueSummary {...summaryProps} />;
}
