import { ErrorState } from "../../components/patterns/ErrorState.tsx";
import { CommitChangeList } from "../../components/search/CommitChangeList.tsx";
import { Skeleton } from "../../components/ui/Skeleton.tsx";
import { useTranslation } from "../../i18n/useTranslation.ts";
import { queryKeys } from "../../queries/queryKeys.ts";
import { useQuery } from "../../queries/useQuery.ts";
import { useServices } from "../appContext.tsx";
import { hrefTo } from "../paths.ts";
import { useErrorMessage } from "../useErrorMessage.ts";

export interface CommitChangesSectionProps {
  slug: string;
  /** The query whose matches are shown. */
  q: string;
  source: string;
  hash: string;
}

/** What a commit changed, loaded when the reader unfolds it. */
export function CommitChangesSection({ slug, q, source, hash }: CommitChangesSectionProps) {
  const { search } = useServices();
  const { t } = useTranslation("search");
  const formatError = useErrorMessage();
  const query = { q, source, hash };
  const { data, error, isLoading, refetch } = useQuery(
    queryKeys.commitChanges(slug, query),
    (signal) => search.changes(slug, query, signal),
    { keepPreviousData: false },
  );
  if (data) {
    return <CommitChangeList changes={data} hrefOf={(path) => hrefTo.codeAt(slug, { source, path, revision: hash })} />;
  }
  if (error) {
    return (
      <ErrorState title={t("changes.failed")} failure={formatError(error)} isRetrying={isLoading} onRetry={refetch} />
    );
  }
  return <Skeleton shape="rows" count={3} height="1.5rem" />;
}
