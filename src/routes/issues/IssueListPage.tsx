import { Suspense, useCallback, useMemo, useRef } from "react";
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
import { useStore } from "../../stores/StoreProvider.tsx";
import { useSharedValue } from "../../queries/useSharedValue.ts";
import { LazyAddToDashboard } from "../dashboards/LazyAddToDashboard.tsx";
import { useServices } from "../appContext.tsx";
import { copyText } from "../browser/copyText.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { SELECTED_LIMIT, issueUrlQuery, issueDataKey, issuesQuery, readIssueUrl } from "./issueUrl.ts";
import { usePageShortcuts } from "../shell/openShortcuts.ts";
import { EmptyIssueList } from "./EmptyIssueList.tsx";
import { SyncNotice } from "./SyncNotice.tsx";
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
  const { notifications } = useStore();
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
  const selected = useMemo(() => new Set(address.selected), [address.selected]);
  /** Where a range starts: the row that was selected last. */
  const anchor = useRef<string | null>(null);
  const toggleSelected = useStableCallback((id: string, from?: string) => {
    const rangeEnds =
      from === undefined ? [] : [anchor.current ?? from, id].map((end) => rows.findIndex((row) => row.id === end));
    anchor.current ??= from ?? null;
    if (rangeEnds.length === 2 && !rangeEnds.includes(-1)) {
      const range = rows.slice(Math.min(...rangeEnds), Math.max(...rangeEnds) + 1).map((row) => row.id);
      change({ selected: [...new Set([...address.selected, ...range])].slice(-SELECTED_LIMIT) });
      return;
    }
    anchor.current = id;
    change({
      selected: selected.has(id)
        ? address.selected.filter((other) => other !== id)
        : [...address.selected, id].slice(-SELECTED_LIMIT),
    });
  });
  // Stable: the filters are memoized.
  const changeFilter = useStableCallback((filter: IssueFilter) => change({ filter, preview: null, selected: [] }));
  const changeSort = useStableCallback((sort: IssueSort) => change({ sort }));
  const changeColumns = useStableCallback((next: IssueColumn[]) => change({ columns: next }));
  const mayWrite = mayInProject(project.role, "issues.write");
  const copySelected = async (): Promise<boolean> => {
    const copied = rows.filter(({ id }) => selected.has(id));
    const isDone = await copyText(copied.map(({ key, title, url }) => `- [${key}](${url}) ${title}`).join("\n"));
    // A link may select rows that are not loaded yet.
    if (isDone && copied.length < selected.size)
      notifications.show(t("selection.copiedPart", { count: selected.size, copied: copied.length }));
    return isDone;
  };

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

  if (first.count === 0 && !isIssueFilterSet(address.filter) && summary.open + summary.closed === 0) {
    return <EmptyIssueList project={project} />;
  }
  return (
    <>
      <IssueSummary {...summaryProps} />
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
        <SelectionBar count={selected.size} onCopy={copySelected} onClear={() => change({ selected: [] })} />
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
            onSelect={toggleSelected}
            onEscape={() => selected.size > 0 && change({ selected: [] })}
          />
        )}
      </ListWithPreview>
    </>
  );
}
