import { useCallback } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Person } from "../../../contract/fieldSchemas.ts";
import type { Project } from "../../../contract/projects.ts";
import type { RequestCard, RequestPage } from "../../../contract/requests.ts";
import { EmptyState } from "../../components/patterns/EmptyState.tsx";
import { ListWithPreview } from "../../components/patterns/ListWithPreview.tsx";
import { NoMatches } from "../../components/patterns/NoMatches.tsx";
import { RequestFilters } from "../../components/requests/RequestFilters.tsx";
import { RequestPreview } from "../../components/requests/RequestPreview.tsx";
import { RequestTable } from "../../components/requests/RequestTable.tsx";
import { EMPTY_FILTER, isNarrowed } from "../../components/requests/requestFilter.ts";
import { LinkButton } from "../../components/ui/LinkButton.tsx";
import { GitMergeIcon } from "../../components/ui/icons.ts";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { usePagedQuery } from "../../queries/usePagedQuery.ts";
import type { Result } from "../../services/result.ts";
import { useServices } from "../appContext.tsx";
import { useLastRow } from "../lists/useLastRow.ts";
import { useListAddress } from "../lists/useListAddress.ts";
import { usePreviewedRow } from "../lists/usePreviewedRow.ts";
import { AsyncContent } from "../AsyncContent.tsx";
import { hrefTo } from "../paths.ts";
import { useLoaderState } from "../useLoaderState.ts";
import { useOpenShortcuts, usePageShortcuts } from "../shell/openShortcuts.ts";
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
  const historyKey = useHistoryStep();
  const openShortcuts = useOpenShortcuts();
  usePageShortcuts("searchField", "rows");
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
  const personHref = useCallback((person: Person) => hrefTo.person(slug, person), [slug]);
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
        historyKey={historyKey}
        filter={address.filter}
        sort={address.sort}
        facets={first.facets}
        sources={sources}
        onFilter={(filter) => change({ filter, preview: null })}
        onSort={(sort) => change({ sort })}
      />
      <ListWithPreview
        isStale={isStale}
        preview={
          previewed && (
            <RequestPreview
              request={previewed}
              text={preview.state}
              href={hrefOf(previewed)}
              personHref={personHref}
              onRetry={preview.retry}
              onClose={() => setPreviewedId(null)}
            />
          )
        }
      >
        {rows.length === 0 ? (
          <NoMatches
            title={t("empty.filtered")}
            text={t("empty.filteredText")}
            onClear={() => change({ filter: EMPTY_FILTER })}
          />
        ) : (
          <RequestTable
            listKey={dataKey}
            startAt={startAt}
            onLeave={onLeave}
            rows={rows}
            total={first.count}
            previewedId={previewed?.id}
            paging={paging}
            hrefOf={hrefOf}
            personHref={personHref}
            onOpen={(request) => void navigate(hrefOf(request))}
            onPreview={(request) => setPreviewedId(request?.id ?? null)}
            onHelp={openShortcuts}
            onLoadMore={loadMore}
          />
        )}
      </ListWithPreview>
    </>
  );
}
