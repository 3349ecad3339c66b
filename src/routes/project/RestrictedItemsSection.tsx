import { useState } from "react";
import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { RestrictedItems } from "../../components/restricted/RestrictedItems.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { useServices } from "../appContext.tsx";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

const PAGE = 20;
const MOST = 200;

export interface RestrictedItemsSectionProps {
  slug: string;
}

/** The restricted items of a project that the caller's role may read. */
export function RestrictedItemsSection({ slug }: RestrictedItemsSectionProps) {
  const { sources } = useServices();
  const { t } = useTranslation("project");
  const formatError = useErrorMessage();
  const [query, setQuery] = useState("");
  const [limit, setLimit] = useState(PAGE);
  const { data, error, isLoading, refetch } = useQuery(
    queryKeys.restrictedItems(slug, { q: query, limit }),
    (signal) => sources.restricted(slug, { q: query, limit }, signal),
    { isLive: true },
  );
  if (error) return <ErrorState title={t("restricted.failed")} failure={formatError(error)} onRetry={refetch} />;
  const hasMore = data !== null && data.next !== null && limit < MOST;
  return (
    <RestrictedItems
      items={data?.results ?? null}
      query={query}
      isLoading={isLoading}
      onSearch={(next) => {
        setLimit(PAGE);
        setQuery(next);
      }}
      onMore={hasMore ? () => setLimit(Math.min(MOST, limit + PAGE)) : undefined}
    />
  );
}
