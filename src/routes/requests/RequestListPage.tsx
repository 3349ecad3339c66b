import { use, useCallback } from "react";
import { useLocation, useNavigate, useRevalidator } from "react-router-dom";
import type { Project } from "../../../contract/projects.ts";
import type { RequestCard, RequestPage } from "../../../contract/requests.ts";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { RequestFilters } from "../../components/requests/RequestFilters.tsx";
import { RequestPreview } from "../../components/requests/RequestPreview.tsx";
import { RequestTable } from "../../components/requests/RequestTable.tsx";
import { EMPTY_FILTER, isNarrowed } from "../../components/requests/requestFilter.ts";
import { Button } from "../../components/ui/Button.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { FilterRemoveIcon, GitMergeIcon } from "../../components/ui/icons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { usePagedQuery } from "../../queries/usePagedQuery.ts";
import type { Result } from "../../services/result.ts";
import { useServices } from "../appContext.tsx";
import listStyles from "../issues/IssuesRoute.module.css";
import { useLastRow } from "../lists/useLastRow.ts";
import { useListAddress } from "../lists/useListAddress.ts";
import { usePreviewedRow } from "../lists/usePreviewedRow.ts";
import { hrefTo } from "../paths.ts";
import { useOpenShortcuts } from "../shell/openShortcuts.ts";
import { useErrorMessage } from "../useErrorMessage.ts";
import { useHistoryStep } from "../useHistoryStep.ts";
import { usePreviewQuery } from "../usePreviewQuery.ts";
import { dataKey as dataKeyOf, readRequestUrl, requestUrlQuery, requestsQuery } from "./requestUrl.ts";

export interface RequestListPageProps {
  /** Identifies the query of `page`: project, filter and order. */
  dataKey: string;
  page: Promise<Result<RequestPage>>;
  project: Project;
}

/** The list with its controls. Suspends until the first page is loaded. */
export function RequestListPage({ dataKey, page, project }: RequestListPageProps) {
  const first = use(page);
  const formatError = useErrorMessage();
  const revalidator = useRevalidator();
  const { t } = useTranslation("requests");
  if (!first.success) {
    return (
      <ErrorState
        title={t("failed")}
        failure={formatError(first.error)}
        isRetrying={revalidator.state === "loading"}
        onRetry={() => void revalidator.revalidate()}
      />
    );
  }
  return <RequestList dataKey={dataKey} first={first.data} project={project} />;
}

/** In the tab's storage: the last list, and its active row. */
const LAST_ROW = "clew.lastRequest";
const idOf = ({ id }: { readonly id: string }): string => id;

interface RequestListProps {
  dataKey: string;
  first: RequestPage;
  project: Project;
}

function RequestList({ dataKey, first, project }: RequestListProps) {
  const { slug } = project;
  const { t } = useTranslation("requests");
  const services = useServices();
  const navigate = useNavigate();
  const { search } = useLocation();
  const returned = useHistoryStep();
  const openShortcuts = useOpenShortcuts();
  const { startAt, onLeave } = useLastRow(LAST_ROW, dataKey);
  const { address, isStale, change } = useListAddress({
    read: readRequestUrl,
    dataKey: dataKeyOf,
    hrefOf: (state) => hrefTo.requests(slug, requestUrlQuery(state)),
  });
  const { rows, paging, loadMore } = usePagedQuery<RequestPage>(
    queryKeys.requests(slug, { dataKey }),
    (cursor, signal) => {
      const query = requestsQuery(readRequestUrl(new URLSearchParams(search)));
      return services.requests.list(slug, { ...query, ...(cursor !== null && { cursor }), limit: 200 }, signal);
    },
    { firstPage: first, keyOf: idOf },
  );
  const [previewedId, setPreviewedId] = usePreviewedRow(address.preview, (id) => change({ preview: id }), {
    key: dataKey,
    isStale,
  });
  const previewed = previewedId === null ? undefined : rows.find(({ id }) => id === previewedId);
  const preview = usePreviewQuery(previewed?.id ?? null, (id) =>
    id === null
      ? null
      : { queryKey: queryKeys.request(slug, id), queryFn: (signal) => services.requests.get(slug, id, signal) },
  );
  const hrefOf = useCallback((request: RequestCard) => hrefTo.request(slug, request.address), [slug]);
  const sources = [...project.repositories, ...project.trackers];

  if (first.count === 0 && !isNarrowed(address.filter)) {
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
        returned={returned}
        filter={address.filter}
        sort={address.sort}
        facets={first.facets}
        sources={sources}
        onFilter={(filter) => change({ filter, preview: null })}
        onSort={(sort) => change({ sort })}
      />
      <div className={listStyles.place} data-preview={previewed ? true : undefined} data-stale={isStale || undefined}>
        <div className={listStyles.list}>
          {rows.length === 0 ? (
            <EmptyState
              icon={<FilterRemoveIcon size={40} />}
              title={t("empty.filtered")}
              action={<Button text={t("filter.clear")} onClick={() => change({ filter: EMPTY_FILTER })} />}
            >
              {t("empty.filteredText")}
            </EmptyState>
          ) : (
            <RequestTable
              listKey={dataKey}
              startAt={startAt}
              onLeave={onLeave}
              rows={rows}
              total={first.count}
              previewedId={previewed?.id ?? null}
              paging={paging}
              hrefOf={hrefOf}
              onOpen={(request) => void navigate(hrefOf(request))}
              onActive={(request) => previewed && setPreviewedId(request.id)}
              onPreview={(request) => setPreviewedId(request.id === previewedId ? null : request.id)}
              onEscape={() => previewedId !== null && setPreviewedId(null)}
              onHelp={openShortcuts}
              onLoadMore={loadMore}
            />
          )}
        </div>
        {previewed && (
          <RequestPreview
            request={previewed}
            text={preview.state}
            href={hrefOf(previewed)}
            onRetry={preview.retry}
            onClose={() => setPreviewedId(null)}
          />
        )}
      </div>
    </>
  );
}
