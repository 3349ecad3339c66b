import { useCallback, useMemo } from "react";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { Project } from "../../../contract/projects.ts";
import type { RequestCard, RequestPage } from "../../../contract/requests/requests.ts";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ListWithPreview } from "../../components/patterns/ListWithPreview.tsx";
import { NoMatches } from "../../components/patterns/NoMatches.tsx";
import { RequestFilters } from "../../components/requests/RequestFilters.tsx";
import { RequestPreview } from "../../components/requests/RequestPreview.tsx";
import { RequestTable } from "../../components/requests/RequestTable.tsx";
import {
  EMPTY_REQUEST_FILTER,
  type RequestFilter,
  type RequestSort,
  isRequestFilterSet,
} from "../../components/requests/requestFilter.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { GitMergeIcon } from "../../components/ui/icons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useStableCallback } from "../../hooks/useStableCallback.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useSharedValue } from "../../queries/useSharedValue.ts";
import type { Result } from "../../services/result.ts";
import { LazyAddToDashboard } from "../dashboards/LazyAddToDashboard.tsx";
import { useServices } from "../appContext.tsx";
import { cardFilter } from "../lists/cardFilter.ts";
import { useListPage } from "../lists/useListPage.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { requestDataKey, readRequestUrl, requestUrlQuery, requestsQuery } from "./requestUrl.ts";

export interface RequestListPageProps {
  /** Identifies the query of `page`: project, filter and order. */
  dataKey: string;
  page: Promise<Result<RequestPage>>;
  project: Project;
}

/** The list with its controls. Suspends until the first page is loaded. */
export function RequestListPage({ dataKey, page, project }: RequestListPageProps) {
  const list = useLoaderState(page);
  const { t } = useTranslation("requests");
  return (
    <AsyncContent query={list} failed={t("failed")}>
      {(first) => <RequestList dataKey={dataKey} first={first} project={project} />}
    </AsyncContent>
  );
}

/** In the tab's storage: the last list, and its active row. */
const LAST_ROW = "clew.lastRequest";

interface RequestListProps {
  dataKey: string;
  first: RequestPage;
  project: Project;
}

function RequestList({ dataKey, first, project }: RequestListProps) {
  const { slug } = project;
  const { t } = useTranslation("requests");
  const services = useServices();
  const personHref = useCallback((person: Person) => hrefTo.person(slug, person), [slug]);
  const rowHref = useCallback((request: RequestCard) => hrefTo.request(slug, request.address), [slug]);
  const { address, isStale, change, historyKey, rows, preview, tableProps } = useListPage({
    storageKey: LAST_ROW,
    loadedKey: dataKey,
    first,
    read: readRequestUrl,
    dataKey: requestDataKey,
    hrefOf: (state) => hrefTo.requests(slug, requestUrlQuery(state)),
    queryKey: queryKeys.requests(slug, dataKey),
    loadPage: (state, page, signal) => services.requests.list(slug, { ...requestsQuery(state), ...page }, signal),
    previewQuery: (id) => ({
      queryKey: queryKeys.request(slug, id),
      queryFn: (signal) => services.requests.get(slug, id, signal),
    }),
    rowHref,
  });
  const sources = useMemo(
    () => [...project.repositories, ...project.trackers],
    [project.repositories, project.trackers],
  );
  const facets = useSharedValue(first.facets);
  // Stable: the filters are memoized.
  const changeFilter = useStableCallback((filter: RequestFilter) => change({ filter, preview: null }));
  const changeSort = useStableCallback((sort: RequestSort) => change({ sort }));

  if (first.count === 0 && !isRequestFilterSet(address.filter)) {
    return (
      <EmptyState
        icon={<GitMergeIcon size={40} />}
        title={t("empty.none")}
        action={<LinkButton href={hrefTo.projectTab(slug, "sources")} text={t("empty.action")} />}
      >
        {t("empty.noneText")}
      </EmptyState>
    );
  }
  return (
    <>
      <RequestFilters
        historyKey={historyKey}
        filter={address.filter}
        sort={address.sort}
        facets={facets}
        sources={sources}
        onFilter={changeFilter}
        onSort={changeSort}
      />
      <LazyAddToDashboard
        card={{
          kind: "list",
          title: null,
          of: "requests",
          project: slug,
          filter: cardFilter(requestsQuery(address)),
          rows: 10,
        }}
      />
      <ListWithPreview
        isStale={isStale}
        preview={preview && <RequestPreview request={preview.row} {...preview.props} personHref={personHref} />}
      >
        {rows.length === 0 ? (
          <NoMatches
            title={t("empty.filtered")}
            text={t("empty.filteredText")}
            onClear={() => change({ filter: EMPTY_REQUEST_FILTER })}
          />
        ) : (
          <RequestTable {...tableProps} personHref={personHref} />
        )}
      </ListWithPreview>
    </>
  );
}
